import { isModerator, moderatorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { AppealOutcome } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { isoTimeOf, timeOf, toPublicId } from '#api/lib/ids.ts'
import type { ReportRow } from '../report/report.row.ts'
import {
  ModerationActionEnum,
  ReportNode,
  ReportSubjectEnum,
  SnapshotObject,
} from '../report/report.type.ts'
import type { Snapshot } from '../report/snapshot.ts'
import { CitedRule, citedRule } from '../rule/rule.type.ts'
import { userReads } from '../user/user.read.ts'
import type { UserRow } from '../user/user.row.ts'
import { UserNode } from '../user/user.type.ts'
import { endOf } from './decision.rules.ts'
import type { EventRow } from './event.row.ts'
import { MAX_REPORTS, moderationReads } from './moderation.read.ts'
import { readReportedSubject } from './subject.read.ts'

export const AppealOutcomeEnum = builder.enumType(AppealOutcome, { name: 'AppealOutcome' })
export const ModerationEventKindEnum = builder.enumType('ModerationEventKind', {
  values: {
    DECISION: {},
    APPEAL: {},
    APPEAL_DECISION: {},
    REVERSAL: { description: 'A moderator took a decision back.' },
    LIFT: { description: 'A moderator ended a suspension early.' },
    APPLICATION_APPROVED: { description: 'A moderator approved a sign-up.' },
    APPLICATION_DECLINED: { description: 'A moderator declined a sign-up.' },
  },
})

/** A user as moderators see them. Only for types and fields that moderators alone can read. */
export function readMember(id: string | null, context: Context): Promise<UserRow | null> | null {
  const viewerId = moderatorOf(context).id
  return id === null ? null : userReads(context.database).evenIfBlocked(id, viewerId)
}

/** Options of the fields for moderators: null for the member whom the event concerns. */
function forModerators<Result>(resolve: (event: EventRow, context: Context) => Result) {
  return {
    nullable: true as const,
    scope: 'moderate' as const,
    resolve: (event: EventRow, _args: object, context: Context): Result | null =>
      isModerator(context) && event.memberId !== context.viewer?.id
        ? resolve(event, context)
        : null,
  }
}

/** Never an error in the place of a name: who decided about the viewer's report, or again. */
async function deciderOf({ moderatorId, decisionId, reports }: EventRow, context: Context) {
  const answered = decisionId
    ? await moderationReads(context.database).reportsOf(decisionId)
    : reports
  const isReporter = answered.some(({ reporterId }) => reporterId === context.viewer?.id)
  return isReporter ? null : readMember(moderatorId, context)
}

/** One of the reports that a decision answered: all have the same subject. */
async function firstReport(event: EventRow, { database }: Context): Promise<ReportRow | null> {
  const decisionId = event.decisionId ?? event.id
  return (await moderationReads(database).reportsOf(decisionId))[0] ?? null
}

const EventRef = builder.objectRef<EventRow>('ModerationEvent')
export const ModerationEvent = EventRef.implement({
  description:
    'An entry of the moderation log, which cannot be changed. Visible to moderators, and decisions to the member whom they concern.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toPublicId('ModerationEvent', id) }),
    kind: t.expose('kind', { type: ModerationEventKindEnum }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    moderator: t.field({
      type: UserNode,
      description:
        'Only for moderators. Null for an appeal, for a deleted account, and to a moderator who reported the subject.',
      ...forModerators(deciderOf),
    }),
    member: t.field({
      type: UserNode,
      description: 'Only for moderators: whom it concerns. Null after the account was deleted.',
      ...forModerators(({ memberId }, context) => readMember(memberId, context)),
    }),
    action: t.expose('action', { type: ModerationActionEnum, nullable: true }),
    suspendDays: t.exposeInt('suspendDays', {
      nullable: true,
      description: 'Null for a suspension that lasts until it is lifted.',
    }),
    hidePosts: t.exposeBoolean('hidePosts'),
    rule: t.field({ type: CitedRule, nullable: true, resolve: citedRule }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The end of a suspension. Null without an end.',
      resolve: ({ id, action, suspendDays }) =>
        action === 'SUSPEND' ? endOf(timeOf(id), suspendDays) : null,
    }),
    note: t.string({ description: 'Only for moderators.', ...forModerators(({ note }) => note) }),
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
      description: 'Only for moderators: the first five reports that the decision answered.',
      complexity: { field: 10, multiplier: MAX_REPORTS },
      ...forModerators(({ id, kind }, { database }) =>
        kind === 'DECISION' ? moderationReads(database).reportsOf(id) : [],
      ),
    }),
  }),
})

builder.objectFields(ModerationEvent, (t) => ({
  subject: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    scope: 'read',
    description:
      'What the decision is about: a post, a share, a user or thanks. Null if it is hidden or gone.',
    resolve: async (event, _args, context) => {
      const report = await firstReport(event, context)
      return report && readReportedSubject(report, context)
    },
  }),
  subjectType: t.field({
    type: ReportSubjectEnum,
    nullable: true,
    resolve: async (event, _args, context) =>
      (await firstReport(event, context))?.subjectType ?? null,
  }),
  snapshot: t.field({
    type: SnapshotObject,
    nullable: true,
    description: 'What the decision is about, as it was when it was reported.',
    resolve: async (event, _args, context) =>
      ((await firstReport(event, context))?.snapshot ?? null) as Snapshot | null,
  }),
}))

export const ModerationEventConnection = builder.connectionObject({
  type: ModerationEvent,
  name: 'ModerationEventConnection',
})
