import { isModerator } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { ReportSubject } from '#api/database/generated/prisma/enums.ts'
import { postReads } from '../post/post.read.ts'
import type { ReportRow } from '../report/report.row.ts'
import type { Subject } from '../report/snapshot.ts'
import { sharesById } from '../share/share.read.ts'
import { reportedThanks, thanksById } from '../thanks/thanks.read.ts'
import { userReads } from '../user/user.read.ts'
import type { AuthorRow } from '../user/user.row.ts'
import { concerns } from './decision.rules.ts'

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
    case 'POST': {
      const post = await postReads(database).byId(id, viewerId)
      if (post || !moderates) return post
      const hidden = await postReads(database).byId(id, null)
      return hidden && { ...hidden, author: await asMember(hidden.author, context) }
    }
    case 'SHARE': {
      const [share] = await sharesById([id], context)
      if (share || !moderates) return share
      const [hidden] = await sharesById([id], { ...context, viewer: null })
      return hidden && { ...hidden, actor: await asMember(hidden.actor, context) }
    }
    case 'USER':
      return moderates && viewerId
        ? userReads(database).evenIfBlocked(id, viewerId)
        : userReads(database).byId(id, viewerId)
    case 'THANKS': {
      if (!moderates) return (await thanksById([id], context))[0]
      const thanks = await reportedThanks(context, id)
      return thanks && { ...thanks, sender: await asMember(thanks.sender, context) }
    }
  }
}

/** Whether a subject exists, hidden or not. */
export async function subjectExists(
  database: Prisma.TransactionClient,
  { type, id }: Subject,
): Promise<boolean> {
  const counts = {
    POST: () => database.post.count({ where: { id } }),
    SHARE: () => database.feedEvent.count({ where: { id, kind: 'SHARE' } }),
    USER: () => database.user.count({ where: { id } }),
    THANKS: () => database.thanks.count({ where: { id } }),
  } satisfies Record<ReportSubject, unknown>
  return (await counts[type]()) > 0
}

/** With the profile, which a block would hide from the moderator when it is read later. */
async function asMember(author: AuthorRow, { database, viewer }: Context) {
  return (viewer && (await userReads(database).evenIfBlocked(author.id, viewer.id))) ?? author
}
