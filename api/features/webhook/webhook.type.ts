import type { Webhook, WebhookDelivery } from '#api/database/generated/prisma/client.ts'
import { builder } from '#api/graphql/builder.ts'
import { upTo } from '#api/graphql/response-bytes.ts'
import { isoTimeOf } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { deliveriesById, deliveriesPage, webhooksById } from './webhook.read.ts'
import { type DeliveryStatus, statusOf } from './webhook.rules.ts'

const Status = builder.enumType('WebhookDeliveryStatus', {
  values: {
    PENDING: { description: 'It waits for its first or next attempt.' },
    DELIVERED: { description: 'The receiver answered with a status of 2xx.' },
    FAILED: { description: 'Three days of attempts failed, or the receiver answered 410.' },
    DRY_RUN: { description: 'It shows what would be sent, and is not sent.' },
  } satisfies Record<DeliveryStatus | 'DRY_RUN', object>,
})

interface DeliveryShape
  extends Pick<
    WebhookDelivery,
    'id' | 'payload' | 'attempts' | 'nextAttemptAt' | 'deliveredAt' | 'responseStatus' | 'failure'
  > {
  isDryRun?: boolean
}

/** A delivery that is neither stored nor sent. @param id a UUID */
export function dryRunOf(id: string, payload: string): DeliveryShape {
  const unsent = { nextAttemptAt: null, deliveredAt: null, responseStatus: null, failure: null }
  return { id, payload, attempts: 0, ...unsent, isDryRun: true }
}

export const WebhookDeliveryNode = builder.node(
  builder.objectRef<DeliveryShape>('WebhookDelivery'),
  {
    id: { resolve: ({ id }) => id },
    description:
      'A message of a webhook, kept for a week, and while it is tried. Its id is the header `webhook-id`, also when it is sent again.',
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'attempts' in value,
    loadMany: (ids, context) => deliveriesById(ids, context),
    fields: (t) => ({
      status: t.field({
        type: Status,
        resolve: (delivery) => (delivery.isDryRun ? 'DRY_RUN' : statusOf(delivery)),
      }),
      createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
      payload: t.exposeString('payload', {
        extensions: upTo(limits.webhookPayloadBytes),
        nullable: true,
        description:
          'The body, JSON, up to 128 KB: ask for at most 25 deliveries with it. Null until the first attempt.',
      }),
      attempts: t.exposeInt('attempts'),
      nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
      deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true }),
      responseStatus: t.exposeInt('responseStatus', {
        nullable: true,
        description: 'The HTTP status of the last attempt. Null without a response.',
      }),
      failure: t.exposeString('failure', {
        nullable: true,
        description: 'A sentence that says why the last attempt got no response.',
      }),
    }),
  },
)

const WebhookDeliveryConnection = builder.connectionObject({
  type: WebhookDeliveryNode,
  name: 'WebhookDeliveryConnection',
})

export const WebhookNode = builder.node(builder.objectRef<Webhook>('Webhook'), {
  id: { resolve: ({ id }) => id },
  description: 'Sends the payloads of a subscription to a URL. Only its owner sees it.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'topicIds' in value,
  loadMany: (ids, context) => webhooksById(ids, context),
  fields: (t) => ({
    url: t.exposeString('url', { extensions: upTo(limits.linkLength) }),
    subscription: t.exposeString('subscription', {
      // The limit is in UTF-16 units, each of which takes up to three bytes.
      extensions: upTo(3 * limits.subscriptionLength),
      description: 'The GraphQL document.',
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ id }) => isoTimeOf(id) }),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Set while it sends nothing: a delivery failed for three days, or the owner’s sign-in changed.',
    }),
    deliveries: t.connection(
      {
        type: WebhookDeliveryNode,
        description: 'Of the last week, newest first. A paused webhook keeps its newest one.',
        resolve: ({ id }, args, context) => deliveriesPage(id, args, context),
      },
      WebhookDeliveryConnection,
    ),
  }),
})
