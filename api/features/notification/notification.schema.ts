import './at-once.type.ts'
import { consumeWriteLimit, isOwner, memberOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { userReads } from '../user/user.read.ts'
import { UserNode } from '../user/user.type.ts'
import { countUnread, notificationsPage } from './notification.read.ts'
import { parseNotificationId } from './notification.rules.ts'
import { Notification, NotificationConnection } from './notification.type.ts'
import { markRead } from './settings.write.ts'

builder.objectFields(UserNode, (t) => ({
  notifications: t.connection(
    {
      type: Notification,
      nullable: true,
      scope: 'read:private',
      description: 'Notifications of the viewer, newest first. Null for everyone else.',
      resolve: ({ id }, args, context) =>
        isOwner(id, context) ? notificationsPage(id, args, context) : null,
    },
    NotificationConnection,
  ),
  unreadNotificationsCount: t.int({
    nullable: true,
    scope: 'read:private',
    description: 'How many of the notifications the viewer has not read. Null for everyone else.',
    resolve: ({ id }, _args, context) => (isOwner(id, context) ? countUnread(id, context) : null),
  }),
}))

withUserErrors(
  builder.relayMutationField(
    'markNotificationsRead',
    {
      inputFields: (t) => ({
        upToId: t.id({ required: true, description: 'The newest notification that was read.' }),
      }),
    },
    {
      scope: 'write:notifications',
      description: 'Marks a notification and all older ones as read. Idempotent.',
      resolve: async (_root, { input }, context) => {
        const options = { mayBeSuspended: true }
        const { id: userId } = memberOf(context, options)
        const upToId = parseNotificationId(String(input.upToId))
        await consumeWriteLimit(context, 'notification', options)
        await markRead(context, { userId, upToId })
        return { user: await userReads(context.database).byId(userId, userId) }
      },
    },
    {
      outputFields: (t) => ({
        user: t.field({ type: UserNode, nullable: true, resolve: ({ user }) => user }),
      }),
    },
  ),
)
