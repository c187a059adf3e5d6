import type { Database } from '#api/database/client.ts'
import { aboutMember } from '../moderation/event.row.ts'
import { reversal, withOutcome } from '../report/report.row.ts'
import { PAGE_SIZE, paginate } from './export.read.ts'

/** What an account reported, with the outcomes, newest first. Never who decided. */
export function readReports(database: Database, reporterId: string) {
  return paginate((last: { id: string } | undefined) =>
    database.report.findMany({
      where: { reporterId, ...(last && { id: { lt: last.id } }) },
      orderBy: { id: 'desc' },
      take: PAGE_SIZE,
      include: withOutcome,
    }),
  )
}

/** What moderators decided about an account, newest first. Never who decided or reported. */
export function readDecisions(database: Database, memberId: string) {
  return paginate((last: { id: string } | undefined) =>
    database.moderationEvent.findMany({
      where: {
        ...aboutMember,
        memberId,
        ...(last && { id: { lt: last.id } }),
      },
      orderBy: { id: 'desc' },
      take: PAGE_SIZE,
      select: {
        id: true,
        action: true,
        suspendDays: true,
        hidePosts: true,
        ruleTitle: true,
        ruleText: true,
        ...reversal,
      },
    }),
  )
}

export function readAppeals(database: Database, memberId: string) {
  return paginate((last: { id: string } | undefined) =>
    database.appeal.findMany({
      where: { memberId, ...(last && { id: { lt: last.id } }) },
      orderBy: { id: 'desc' },
      take: PAGE_SIZE,
    }),
  )
}
