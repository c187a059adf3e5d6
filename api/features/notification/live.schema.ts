import { memberOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { UserNode } from '../user/user.type.ts'
import { notificationUpdates } from './notification-updates.ts'
import { notificationsUpdatedSource } from './webhook-source.ts'

builder.subscriptionField('notificationsUpdated', (t) =>
  t.field({
    type: UserNode,
    scope: 'read:private',
    extensions: forWebhooks(notificationsUpdatedSource),
    description:
      'The viewer, whenever notifications arrive or are read, at most once a second. Begins with the present state. Needs an account.',
    subscribe: (_root, _args, context) => {
      const { id } = memberOf(context, { mayBeSuspended: true })
      return payloads(context, notificationUpdates(id))
    },
    resolve: (user) => user,
  }),
)
