import { isModerator, isOwner, moderatorOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { idPage } from '#api/graphql/id-page.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import * as fields from '#rules/fields.ts'
import { parseEventId } from '../moderation/decision.rules.ts'
import { aboutMember, withReversal } from '../moderation/event.row.ts'
import { ModerationEvent, ModerationEventConnection } from '../moderation/event.type.ts'
import { moderationReads } from '../moderation/moderation.read.ts'
import { mailKeptDecision, mailReversal } from '../moderation/outcome-mails.ts'
import { findRule } from '../rule/rule.read.ts'
import { UserNode } from '../user/user.type.ts'
import { AppealObject } from './appeal.type.ts'
import { createAppeal, decideAppeal } from './appeal.write.ts'

builder.objectField(UserNode, 'decisions', (t) =>
  t.connection(
    {
      type: ModerationEvent,
      nullable: true,
      scope: 'read:private',
      description:
        'What moderators decided about the viewer, newest first. Null for everyone else.',
      resolve: ({ id: memberId }, args, context) => {
        if (!isOwner(memberId, context)) return null
        return idPage({
          list: `decisions ${memberId}`,
          args,
          context,
          find: ({ where, ...query }) =>
            context.database.moderationEvent.findMany({
              ...query,
              where: { ...where, ...aboutMember, memberId },
              include: withReversal,
            }),
        })
      },
    },
    ModerationEventConnection,
  ),
)

builder.objectField(AppealObject, 'decision', (t) =>
  t.field({
    type: ModerationEvent,
    nullable: true,
    description: 'Only for moderators.',
    scope: 'moderate',
    resolve: ({ decisionId }, _args, context) =>
      isModerator(context) ? moderationReads(context.database).event(decisionId) : null,
  }),
)

const AppealStatus = builder.enumType('AppealStatus', { values: ['OPEN', 'CLOSED'] as const })

builder.queryField('appealQueue', (t) =>
  t.connection(
    {
      type: AppealObject,
      nullable: true,
      scope: 'moderate',
      authScopes: { moderator: true },
      description:
        'Only for moderators: appeals by others. Open ones oldest first, closed ones newest first.',
      args: { status: t.arg({ type: AppealStatus, defaultValue: 'OPEN' }) },
      resolve: (_root, { status, ...args }, context) => {
        const { id: viewerId } = moderatorOf(context)
        const isOpen = status !== 'CLOSED'
        return idPage({
          list: `appealQueue ${isOpen}`,
          args,
          context,
          oldestFirst: isOpen,
          find: ({ where, ...query }) =>
            context.database.appeal.findMany({
              ...query,
              where: {
                ...where,
                closedAt: isOpen ? null : { not: null },
                memberId: { not: viewerId },
              },
            }),
        })
      },
    },
    { name: 'AppealConnection' },
    { name: 'AppealEdge' },
  ),
)

mutation({
  name: 'appealDecision',
  description: 'Asks moderators to look at a decision again, once. Also for suspended accounts.',
  needs: 'member',
  whileSuspended: true,
  limit: 'appeal',
  validate: inputOf({ text: fields.appealText }),
  input: (t) => ({
    eventId: t.id({ required: true, description: 'The id of one of the viewer’s decisions.' }),
    text: t.string({ required: true, description: 'Up to 1,000 characters.' }),
  }),
  async write({ eventId, text }, { actor, context }) {
    const appeal = { decisionId: parseEventId(eventId), memberId: actor.id, text }
    return { decision: await createAppeal(context, appeal) }
  },
  returns: (t) => ({
    decision: t.expose('decision', { type: ModerationEvent, nullable: true }),
    appeal: t.field({
      type: AppealObject,
      nullable: true,
      resolve: ({ decision }) => decision?.appeal,
    }),
  }),
})

mutation({
  name: 'decideAppeal',
  description: 'Answers an appeal. The moderator who decided can answer only if there is no other.',
  needs: 'moderator',
  scope: 'moderate',
  limit: 'appealDecision',
  validate: inputOf({ note: emptyToNull(fields.moderationNote) }),
  input: (t) => ({
    eventId: t.id({ required: true, description: 'The id of the decision.' }),
    uphold: t.boolean({
      required: true,
      description: 'Whether the decision stays. false takes it back.',
    }),
    rule: t.id({
      description: 'The id of the rule that the answer cites, if it is another one.',
    }),
    note: t.string({ description: 'For the log, which only moderators read.' }),
  }),
  async write({ eventId, uphold, note = null, ...input }, { actor, context }) {
    const decisionId = parseEventId(eventId)
    const rule = await findRule(context.settings, input.rule)
    const outcome = uphold ? 'KEPT' : 'REVERSED'
    const answer = { decisionId, moderatorId: actor.id, outcome, rule, note } as const
    const appeal = await decideAppeal(context, answer)
    const mail = uphold ? mailKeptDecision : mailReversal
    mail(context, appeal.memberId)
    return { appeal }
  },
  returns: (t) => ({ appeal: t.expose('appeal', { type: AppealObject, nullable: true }) }),
})
