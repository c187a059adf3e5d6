import { timeOf, toPublicId } from '#api/lib/ids.ts'
import { aboutMember } from '../moderation/event.row.ts'
import { reversal, withOutcome } from '../report/report.row.ts'
import { publicSubjectId } from '../report/snapshot.ts'
import { NEWEST_PAGE, newestFirst } from './export.read.ts'
import { list, type Sections } from './export.section.ts'

/** An account's reports and the decisions about it, newest first. Never who decided or reported. */
export const moderation = {
  reports: (database, { id: reporterId }) =>
    list(
      newestFirst((before) =>
        database.report.findMany({
          where: { reporterId, id: { lt: before } },
          ...NEWEST_PAGE,
          include: withOutcome,
        }),
      ),
      ({ id, subjectType, subjectId, reason, details, closedAt, decision }) => ({
        id: toPublicId('Report', id),
        subjectId: subjectId && publicSubjectId({ type: subjectType, id: subjectId }),
        reason,
        details,
        createdAt: timeOf(id),
        closedAt,
        outcome: decision?.action ?? null,
        rule: decision?.ruleTitle ?? null,
        isReversed: (decision?.followUps.length ?? 0) > 0,
      }),
    ),
  decisions: (database, { id: memberId }) =>
    list(
      newestFirst((before) =>
        database.moderationEvent.findMany({
          where: { ...aboutMember, memberId, id: { lt: before } },
          ...NEWEST_PAGE,
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
      ),
      ({ id, followUps, ...decision }) => ({
        id: toPublicId('ModerationEvent', id),
        ...decision,
        isReversed: followUps.length > 0,
        createdAt: timeOf(id),
      }),
    ),
  appeals: (database, { id: memberId }) =>
    list(
      newestFirst((before) =>
        database.appeal.findMany({ where: { memberId, id: { lt: before } }, ...NEWEST_PAGE }),
      ),
      ({ id, decisionId, text, outcome, closedAt }) => ({
        decisionId: toPublicId('ModerationEvent', decisionId),
        text,
        outcome,
        createdAt: timeOf(id),
        closedAt,
      }),
    ),
} satisfies Sections
