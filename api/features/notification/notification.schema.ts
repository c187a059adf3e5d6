import './at-once.type.ts'
import { isOwner } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { mutation } from '#api/graphql/mutation.ts'
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

mutation({
  name: 'markNotificationsRead',
  description: 'Marks a notification and all older ones as read. Idempotent.',
  needs: 'member',
  whileSuspended: true,
  scope: 'write:notifications',
  limit: 'notification',
  input: (t) => ({
    upToId: t.id({ required: true, description: 'The newest notification that was read.' }),
  }),
  async write({ upToId }, { actor, context }) {
    await markRead(context, { userId: actor.id, upToId: parseNotificationId(upToId) })
    return { user: await userReads(context.database).byId(actor.id, actor.id) }
  },
  returns: (t) => ({ user: t.expose('user', { type: UserNode, nullable: true }) }),
})
