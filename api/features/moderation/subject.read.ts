import { isModerator } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { postReads } from '../post/post.read.ts'
import type { ReportRow } from '../report/report.row.ts'
import { sharesById } from '../share/share.read.ts'
import { reportedThanks, thanksById } from '../thanks/thanks.read.ts'
import { userReads } from '../user/user.read.ts'
import { concerns } from './decision.rules.ts'
import { memberReads } from './member.read.ts'

type Reported = Pick<ReportRow, 'subjectType' | 'subjectId' | 'authorId' | 'reporterId'>

/**
 * Reads what a report is about: a post, a share, a user or thanks. Blocks and mutes have no effect
 * for moderators. Null if it is hidden or gone.
 */
export async function readReportedSubject(report: Reported, context: Context) {
  const { subjectType, subjectId: id } = report
  if (id === null) return null
  const { database, viewer } = context
  const viewerId = viewer?.id ?? null
  const moderates = isModerator(context) && !concerns(report, viewerId)
  switch (subjectType) {
    case 'POST':
      return (
        (await postReads(database).byId(id, viewerId)) ??
        (moderates ? postReads(database).byId(id, null) : null)
      )
    case 'SHARE':
      return (
        (await sharesById([id], context))[0] ??
        (moderates ? (await sharesById([id], { ...context, viewer: null }))[0] : null)
      )
    case 'USER':
      return moderates && viewerId
        ? memberReads(database)({ id, viewerId })
        : userReads(database).byId(id, viewerId)
    case 'THANKS':
      return moderates ? reportedThanks(context, id) : (await thanksById([id], context))[0]
  }
}
