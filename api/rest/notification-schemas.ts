import * as z from 'zod'
import type { RestNotificationFragment } from './documents/notification.generated.ts'
import { Author, timestamp } from './schema-parts.ts'

const id = z.string()

export const ThanksNote = z
  .strictObject({
    id: id.meta({ examples: ['thanks_01h455vb4pex5vsknk084sn02q'] }),
    sender: Author,
    text: z.string().meta({ examples: ['I needed this today.'] }),
    createdAt: timestamp,
  })
  .meta({ id: 'ThanksNote' })

const Action = z.enum(['NONE', 'WARN', 'HIDE', 'REMOVE', 'SUSPEND'])
const Rule = z.strictObject({ ruleId: id, title: z.string(), text: z.string() }).meta({
  description: 'The rule of the decision. Its text is Markdown.',
})
const decisionEvents = ['DECISION', 'APPEAL_DECISION', 'REVERSAL', 'LIFT'] as const

/** What moderators did about a report or a member. */
const decisionFields = {
  reportId: id.nullish().meta({ description: 'Your report that was decided.' }),
  outcome: Action.nullish().meta({ description: 'What was decided about your report.' }),
  decisionId: id.nullish().meta({ description: 'The decision of moderators about you.' }),
  event: z.enum(decisionEvents).nullish().meta({
    description: 'The decision itself, the answer to your appeal, or its end.',
  }),
  action: Action.nullish().meta({ description: 'What was decided about you.' }),
  until: timestamp.nullish().meta({ description: 'The end of a suspension.' }),
  appealOutcome: z.enum(['KEPT', 'REVERSED']).nullish().meta({
    description: 'The answer to your appeal.',
  }),
  rule: Rule.nullish(),
}

const Reply = z.strictObject({ id, content: z.string(), author: Author })

export const Notification = z
  .strictObject({
    id: id.meta({ examples: ['notification_01h455vb4pex5vsknk084sn02q'] }),
    kind: z.enum([
      ...(['like', 'share', 'follow', 'reply', 'thanks'] as const),
      ...(['reportOutcome', 'moderation', 'webhookPaused'] as const),
    ]),
    createdAt: timestamp,
    isRead: z.boolean(),
    actorsCount: z.int().nonnegative().optional().meta({
      description: 'How many people liked, shared or followed. Only for these kinds.',
    }),
    actors: z.array(Author).optional().meta({ description: 'The newest three of them.' }),
    postId: id.nullish().meta({ description: 'Your post that it is about.' }),
    reply: Reply.nullish(),
    thanks: ThanksNote.nullish(),
    ...decisionFields,
    webhookId: id.nullish().meta({ description: 'Your webhook that stopped sending.' }),
  })
  .meta({
    id: 'Notification',
    examples: [
      {
        id: 'notification_01h455vb4pex5vsknk084sn02q',
        kind: 'thanks',
        createdAt: '2026-11-21T09:30:00.000Z',
        isRead: false,
        thanks: {
          id: 'thanks_01h455vb4pex5vsknk084sn02q',
          sender: {
            id: 'user_01h455vb4pex5vsknk084sn02q',
            displayName: 'Ann Lee',
            username: 'ann_lee',
            avatar: null,
          },
          text: 'I needed this today.',
          createdAt: '2026-11-21T09:30:00.000Z',
        },
      },
    ],
  })

export const Notifications = z.array(Notification).meta({ id: 'Notifications' })

export const Unread = z
  .strictObject({
    unreadNotificationsCount: z.int().nonnegative().nullable().meta({
      description: 'Null for a token without `read:private`.',
    }),
  })
  .meta({ id: 'Unread' })

export function toNotification(node: RestNotificationFragment): z.infer<typeof Notification> {
  const { id, createdAt, isRead } = node
  const common = { id, createdAt, isRead }
  switch (node.__typename) {
    case 'LikeNotification':
    case 'ShareNotification': {
      const { __typename, actorsCount, actors, post } = node
      const kind = __typename === 'LikeNotification' ? 'like' : 'share'
      return { ...common, kind, actorsCount, actors: [...actors], postId: post?.id ?? null }
    }
    case 'FollowNotification':
      return {
        ...common,
        kind: 'follow',
        ...{ actorsCount: node.actorsCount, actors: [...node.actors] },
      }
    case 'ReplyNotification':
      return { ...common, kind: 'reply', postId: node.post?.id ?? null, reply: node.reply }
    case 'ThanksNotification':
      return { ...common, kind: 'thanks', thanks: node.thanks }
    case 'ReportOutcomeNotification':
      return { ...common, kind: 'reportOutcome', ...outcomeOf(node.report) }
    case 'ModerationNotification':
      return {
        ...common,
        kind: 'moderation',
        event: decisionEvents.find((event) => event === node.kind) ?? null,
        ...decisionOf(node.decision),
      }
    case 'WebhookPausedNotification':
      return { ...common, kind: 'webhookPaused', webhookId: node.webhook?.id ?? null }
  }
}

type NodeOf<Name> = Extract<RestNotificationFragment, { __typename: Name }>

const outcomeOf = (report: NodeOf<'ReportOutcomeNotification'>['report']) => ({
  reportId: report?.id ?? null,
  outcome: report?.outcome ?? null,
  rule: report?.rule ?? null,
})

const decisionOf = (decision: NodeOf<'ModerationNotification'>['decision']) => ({
  decisionId: decision?.id ?? null,
  action: decision?.action ?? null,
  until: decision?.until ?? null,
  rule: decision?.rule ?? null,
  appealOutcome: decision?.appeal?.outcome ?? null,
})
