import type { Context } from '#api/context.ts'
import type { NotificationKind } from '#api/database/generated/prisma/enums.ts'
import { builder } from '#api/graphql/builder.ts'
import { loadedWith } from '#api/graphql/token-scopes.ts'
import { AppError } from '#api/lib/errors.ts'
import { isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { PostNode } from '../post/post.type.ts'
import { UserNode } from '../user/user.type.ts'
import { notificationsById } from './notification.read.ts'
import type { NotificationRow } from './notification.row.ts'

export const Notification = builder.interfaceRef<NotificationRow>('Notification').implement({
  description: 'A notification of the viewer. Only the viewer sees it.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toPublicId('Notification', id) }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was delivered.',
      resolve: ({ id }) => isoTimeOf(id),
    }),
    isRead: t.exposeBoolean('isRead'),
  }),
})

export const NotificationConnection = builder.connectionObject({
  type: Notification,
  name: 'NotificationConnection',
})

/** A type for the notifications of one kind. */
export function notificationNode(name: string, kind: NotificationKind, description: string) {
  return builder.node(builder.objectRef<NotificationRow>(name), {
    interfaces: [Notification],
    description,
    id: { resolve: ({ id }) => id },
    isTypeOf: (value) =>
      typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind,
    // The ids of all kinds are alike, so one type loads them all: see `readGlobalId`.
    brandLoadedObjects: false,
    ...loadedWith('read:private', notificationsById),
  })
}

export const LikeNotification = notificationNode(
  'LikeNotification',
  'LIKE',
  'People who liked a post of the viewer’s.',
)
export const ShareNotification = notificationNode(
  'ShareNotification',
  'SHARE',
  'People who shared a post of the viewer’s.',
)
export const FollowNotification = notificationNode(
  'FollowNotification',
  'FOLLOW',
  'People who followed the viewer.',
)

for (const Group of [LikeNotification, ShareNotification, FollowNotification])
  builder.objectFields(Group, (t) => ({
    actors: t.field({
      type: [UserNode],
      args: { first: t.arg.int({ defaultValue: limits.notificationActors }) },
      complexity: { multiplier: limits.notificationActors },
      description: 'The newest people of the group, up to three, newest first.',
      resolve: ({ actors }, { first }) => actors.slice(0, readFirst(first)),
    }),
    actorsCount: t.exposeInt('actorsCount', {
      description:
        'How many people it was when it was delivered. With AS_IT_HAPPENS it grows until the hour ends, or until it is read.',
    }),
  }))

for (const OfPost of [LikeNotification, ShareNotification])
  builder.objectField(OfPost, 'post', (t) =>
    t.field({
      type: PostNode,
      nullable: true,
      scope: 'read',
      resolve: ({ postId }, _args, context) => readPost(postId, context),
    }),
  )

/** @throws AppError BAD_INPUT */
function readFirst(first: number | null | undefined): number {
  const count = first ?? limits.notificationActors
  if (count >= 1 && count <= limits.notificationActors) return count
  throw new AppError('BAD_INPUT', 'INPUT_INVALID', {
    message: `first can be 1 to ${limits.notificationActors}.`,
    field: 'first',
  })
}

/** A post as the viewer sees it. */
export function readPost(id: string | null, { reads, viewer }: Context) {
  return id === null ? null : reads.posts.byId(id, viewer?.id ?? null)
}
