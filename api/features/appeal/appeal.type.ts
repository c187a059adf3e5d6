import type { Appeal } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { AppealOutcomeEnum, ModerationEvent } from '../moderation/event.type.ts'
import { moderationReads } from '../moderation/moderation.read.ts'
import { CitedRule, citedRule } from '../rule/rule.type.ts'

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
    rule: t.field({
      type: CitedRule,
      nullable: true,
      description: 'The rule of the answer, if it cites another one than the decision.',
      resolve: async ({ decisionId, closedAt }, _args, { database }) =>
        closedAt === null ? null : citedRule(await moderationReads(database).answerOf(decisionId)),
    }),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.objectFields(ModerationEvent, (t) => ({
  appeal: t.expose('appeal', { type: AppealObject, nullable: true }),
  canAppeal: t.boolean({
    description: 'Whether the viewer can appeal it.',
    scope: 'read:private',
    resolve: ({ kind, action, memberId, appeal, followUps }, _args, { viewer }) =>
      kind === 'DECISION' &&
      action !== 'NONE' &&
      memberId === viewer?.id &&
      !appeal &&
      followUps.length === 0,
  }),
}))
