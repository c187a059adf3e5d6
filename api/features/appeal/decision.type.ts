import type { Appeal } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { isoTimeOf, timeOf, toPublicId } from '#api/lib/ids.ts'
import { endOf } from '../moderation/decision.rules.ts'
import { AppealOutcomeEnum } from '../moderation/event.type.ts'
import { ModerationActionEnum, ReportSubjectEnum, SnapshotObject } from '../report/report.type.ts'
import type { Snapshot } from '../report/snapshot.ts'
import { CitedRule, citedRule } from '../rule/rule.type.ts'
import type { DecisionRow } from './decision.row.ts'

export const AppealObject = builder.objectRef<Appeal>('Appeal').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toPublicId('Appeal', id) }),
    text: t.exposeString('text'),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    outcome: t.expose('outcome', {
      type: AppealOutcomeEnum,
      nullable: true,
      description: 'Null until a moderator answers.',
    }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
  }),
})

export const DecisionObject = builder.objectRef<DecisionRow>('Decision').implement({
  description: 'What moderators decided about the viewer, without who decided or reported.',
  fields: (t) => ({
    id: t.id({
      description: 'The `eventId` of `appealDecision`.',
      resolve: ({ id }) => toPublicId('ModerationEvent', id),
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    action: t.field({ type: ModerationActionEnum, resolve: ({ action }) => action ?? 'NONE' }),
    suspendedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The end of a suspension. Null without an end.',
      resolve: ({ id, action, suspendDays }) =>
        action === 'SUSPEND' ? endOf(timeOf(id), suspendDays) : null,
    }),
    hidePosts: t.exposeBoolean('hidePosts'),
    rule: t.field({ type: CitedRule, nullable: true, resolve: citedRule }),
    subjectType: t.field({
      type: ReportSubjectEnum,
      nullable: true,
      resolve: ({ reports: [report] }) => report?.subjectType ?? null,
    }),
    snapshot: t.field({
      type: SnapshotObject,
      nullable: true,
      description: 'What the decision is about.',
      resolve: ({ reports: [report] }) => (report?.snapshot ?? null) as Snapshot | null,
    }),
    isReversed: t.boolean({
      description: 'Whether the decision was taken back.',
      resolve: ({ followUps }) => followUps.length > 0,
    }),
    appeal: t.expose('appeal', { type: AppealObject, nullable: true }),
    canAppeal: t.boolean({ resolve: ({ appeal, followUps }) => !appeal && followUps.length === 0 }),
  }),
})
