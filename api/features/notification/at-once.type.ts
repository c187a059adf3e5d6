import { builder } from '#api/graphql/builder.ts'
import { aboutMember, withReversal } from '../moderation/event.row.ts'
import { ModerationEvent, ModerationEventKindEnum } from '../moderation/event.type.ts'
import { PostNode } from '../post/post.type.ts'
import { reportsById } from '../report/report.read.ts'
import { ReportNode } from '../report/report.type.ts'
import { thanksById } from '../thanks/thanks.read.ts'
import { ThanksNode } from '../thanks/thanks.type.ts'
import { notificationNode, readPost } from './notification.type.ts'

// Notifications that arrive at once, each about one thing.

export const ReplyNotification = notificationNode(
  'ReplyNotification',
  'REPLY',
  'A reply to a post of the viewer’s, or in its thread.',
)
builder.objectFields(ReplyNotification, (t) => ({
  reply: t.field({
    type: PostNode,
    nullable: true,
    scope: 'read',
    resolve: ({ replyId }, _args, context) => readPost(replyId, context),
  }),
  post: t.field({
    type: PostNode,
    nullable: true,
    scope: 'read',
    description: 'The viewer’s post: the answered one, or else that of the thread.',
    resolve: ({ postId }, _args, context) => readPost(postId, context),
  }),
}))

export const ThanksNotification = notificationNode(
  'ThanksNotification',
  'THANKS',
  'Someone thanked the viewer for a post.',
)
builder.objectField(ThanksNotification, 'thanks', (t) =>
  t.field({
    type: ThanksNode,
    nullable: true,
    scope: 'read:private',
    resolve: async ({ thanksId }, _args, context) =>
      thanksId === null ? null : ((await thanksById([thanksId], context))[0] ?? null),
  }),
)

export const ReportOutcomeNotification = notificationNode(
  'ReportOutcomeNotification',
  'REPORT_OUTCOME',
  'What came of a report of the viewer’s.',
)
builder.objectField(ReportOutcomeNotification, 'report', (t) =>
  t.field({
    type: ReportNode,
    nullable: true,
    scope: 'read:private',
    resolve: async ({ reportId }, _args, context) =>
      reportId === null ? null : ((await reportsById([reportId], context))[0] ?? null),
  }),
)

export const ModerationNotification = notificationNode(
  'ModerationNotification',
  'MODERATION',
  'A decision about the viewer, or what became of it.',
)
builder.objectFields(ModerationNotification, (t) => ({
  kind: t.field({
    type: ModerationEventKindEnum,
    nullable: true,
    description: 'DECISION, APPEAL_DECISION, REVERSAL or LIFT.',
    resolve: async ({ eventId }, _args, { database }) =>
      (eventId && (await database.moderationEvent.findUnique({ where: { id: eventId } }))?.kind) ||
      null,
  }),
  decision: t.field({
    type: ModerationEvent,
    nullable: true,
    scope: 'read:private',
    description: 'The decision that it is about.',
    resolve: ({ eventId }, _args, { database, viewer }) =>
      eventId && viewer
        ? database.moderationEvent.findFirst({
            where: {
              ...aboutMember,
              memberId: viewer.id,
              OR: [{ id: eventId }, { followUps: { some: { id: eventId } } }],
            },
            include: withReversal,
          })
        : null,
  }),
}))
