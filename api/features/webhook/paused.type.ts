import { builder } from '#api/graphql/builder.ts'
import { notificationNode } from '../notification/notification.type.ts'
import { webhooksById } from './webhook.read.ts'
import { WebhookNode } from './webhook.type.ts'

const WebhookPausedNotification = notificationNode(
  'WebhookPausedNotification',
  'WEBHOOK_PAUSED',
  'A webhook of the viewer’s sends nothing anymore: a delivery failed for three days, or the viewer’s sign-in changed.',
)
builder.objectField(WebhookPausedNotification, 'webhook', (t) =>
  t.field({
    type: WebhookNode,
    nullable: true,
    resolve: async ({ webhookId }, _args, context) =>
      webhookId === null ? null : ((await webhooksById([webhookId], context))[0] ?? null),
  }),
)
