import { moderatorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { AppealOutcome } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { ModerationActionEnum, ReportNode } from '../report/report.type.ts'
import { CitedRule, citedRule } from '../rule/rule.type.ts'
import type { UserRow } from '../user/user.row.ts'
import { UserNode } from '../user/user.type.ts'
import type { EventRow } from './event.row.ts'
import { memberReads } from './member.read.ts'
import { moderationReads } from './moderation.read.ts'

export const AppealOutcomeEnum = builder.enumType(AppealOutcome, { name: 'AppealOutcome' })
export const ModerationEventKindEnum = builder.enumType('ModerationEventKind', {
  values: {
    DECISION: {},
    APPEAL: {},
    APPEAL_DECISION: {},
    REVERSAL: { description: 'A moderator took a decision back.' },
    LIFT: { description: 'A moderator ended a suspension early.' },
  },
})

/** A user as moderators see them. Only for types and fields that moderators alone can read. */
export function readMember(id: string | null, context: Context): Promise<UserRow | null> | null {
  const viewerId = moderatorOf(context).id
  return id === null ? null : memberReads(context.database)({ id, viewerId })
}

/** Never an error in the place of a name: who decided about the viewer, or about their report. */
function deciderOf({ moderatorId, reports }: EventRow, context: Context) {
  const viewerId = moderatorOf(context).id
  const isReporter = reports.some(({ reporterId }) => reporterId === viewerId)
  return isReporter ? null : readMember(moderatorId, context)
}

const EventRef = builder.objectRef<EventRow>('ModerationEvent')
export const ModerationEvent = EventRef.implement({
  description: 'An entry of the moderation log, which nobody can change. Only for moderators.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toPublicId('ModerationEvent', id) }),
    kind: t.expose('kind', { type: ModerationEventKindEnum }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    moderator: t.field({
      type: UserNode,
      nullable: true,
      description:
        'Null for an appeal, for a deleted account, and to a moderator who reported the subject.',
      scope: 'moderate',
      resolve: (event, _args, context) => deciderOf(event, context),
    }),
    member: t.field({
      type: UserNode,
      nullable: true,
      description: 'Whom it concerns. Null after the account was deleted.',
      scope: 'moderate',
      resolve: ({ memberId }, _args, context) => readMember(memberId, context),
    }),
    action: t.expose('action', { type: ModerationActionEnum, nullable: true }),
    suspendDays: t.exposeInt('suspendDays', {
      nullable: true,
      description: 'Null for a suspension that lasts until it is lifted.',
    }),
    hidePosts: t.exposeBoolean('hidePosts'),
    rule: t.field({ type: CitedRule, nullable: true, resolve: citedRule }),
    note: t.exposeString('note', { nullable: true }),
    outcome: t.expose('outcome', {
      type: AppealOutcomeEnum,
      nullable: true,
      description: 'The answer to an appeal.',
    }),
    isReversed: t.boolean({
      description: 'Whether the decision was taken back.',
      resolve: ({ followUps }) => followUps.length > 0,
    }),
    decision: t.field({
      type: EventRef,
      nullable: true,
      description: 'The decision that an event of another kind refers to.',
      resolve: ({ decisionId }, _args, { database }) =>
        decisionId === null ? null : moderationReads(database).event(decisionId),
    }),
    reports: t.field({
      type: [ReportNode],
      description: 'The reports that the decision answered.',
      complexity: { field: 10, multiplier: 5 },
      resolve: ({ id, kind }, _args, { database }) =>
        kind === 'DECISION' ? moderationReads(database).reportsOf(id) : [],
    }),
  }),
})
