import './paused.type.ts'
import { consumeWriteLimit, isOwner, memberOf } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { UserNode } from '../user/user.type.ts'
import { readPayload } from './payload.ts'
import { readSubscription } from './subscription.ts'
import { webhooksOf } from './webhook.read.ts'
import { checkWebhookUrl, parseDeliveryId, parseWebhookId } from './webhook.rules.ts'
import { dryRunOf, WebhookDeliveryNode, WebhookNode } from './webhook.type.ts'
import { createWebhook, deleteWebhook, redeliver } from './webhook.write.ts'

builder.objectField(UserNode, 'webhooks', (t) =>
  t.field({
    type: [WebhookNode],
    nullable: true,
    description: 'The viewer’s own webhooks, newest first. Null for everyone else.',
    complexity: { field: 1, multiplier: limits.webhooks },
    resolve: ({ id }, _args, context) => (isOwner(id, context) ? webhooksOf(id, context) : null),
  }),
)

const subscriptionDescription =
  'A GraphQL document with one subscription and no variables, such as subscription { followed { username } }. Each message is a result of it, as a stream would have it, read with the owner’s visibility.'

withUserErrors(
  builder.relayMutationField(
    'createWebhook',
    {
      inputFields: (t) => ({
        url: t.string({ required: true, description: 'An https address on the internet.' }),
        subscription: t.string({ required: true, description: subscriptionDescription }),
      }),
    },
    {
      description:
        'Creates a webhook. Its messages are signed by Standard Webhooks, tried again for three days, and arrive at least once.',
      resolve: async (_root, { input }, context, { schema }) => {
        const { id: ownerId } = memberOf(context)
        await consumeWriteLimit(context, 'webhook')
        const url = await checkWebhookUrl(input.url, context.settings.webhookAllowPrivate)
        const { source, args } = readSubscription(schema, input.subscription)
        const topics = await source.topics(args, context)
        const { subscription } = input
        return createWebhook(context, { ownerId, url, subscription, ...topics })
      },
    },
    {
      outputFields: (t) => ({
        webhook: t.field({ type: WebhookNode, nullable: true, resolve: ({ webhook }) => webhook }),
        secret: t.string({
          nullable: true,
          description: 'Verifies signatures. It is shown only here.',
          resolve: ({ secret }) => secret,
        }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'deleteWebhook',
    { inputFields: (t) => ({ webhookId: t.id({ required: true }) }) },
    {
      description: 'Deletes a webhook and its deliveries.',
      resolve: async (_root, { input }, context) => {
        const options = { mayBeSuspended: true }
        const { id: ownerId } = memberOf(context, options)
        const id = parseWebhookId(String(input.webhookId))
        await consumeWriteLimit(context, 'webhook', options)
        await deleteWebhook(context, { id, ownerId })
        return { deletedWebhookId: toPublicId('Webhook', id) }
      },
    },
    {
      outputFields: (t) => ({
        deletedWebhookId: t.id({
          nullable: true,
          resolve: ({ deletedWebhookId }) => deletedWebhookId,
        }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'dryRunWebhook',
    {
      inputFields: (t) => ({
        subscription: t.string({ required: true, description: subscriptionDescription }),
      }),
    },
    {
      description: 'Shows what a webhook would send for the newest change. Sends nothing.',
      resolve: async (_root, { input }, context, { schema }) => {
        memberOf(context)
        await consumeWriteLimit(context, 'webhook')
        const subscription = readSubscription(schema, input.subscription)
        const { source, args } = subscription
        await source.topics(args, context)
        const change = await source.latest(args, context)
        const present = { ...context, reads: context.primaryReads }
        const payload = change && (await readPayload(subscription, change, present))
        return { delivery: payload === null ? null : dryRunOf(context.ids.next(), payload) }
      },
    },
    {
      outputFields: (t) => ({
        delivery: t.field({
          type: WebhookDeliveryNode,
          nullable: true,
          description: 'It is not stored. Null if there is no such change yet.',
          resolve: ({ delivery }) => delivery,
        }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'redeliverWebhook',
    { inputFields: (t) => ({ deliveryId: t.id({ required: true }) }) },
    {
      description:
        'Sends a delivery again, with the same id and body. A paused webhook sends again from now on.',
      resolve: async (_root, { input }, context) => {
        const { id: ownerId } = memberOf(context)
        const id = parseDeliveryId(String(input.deliveryId))
        await consumeWriteLimit(context, 'webhook')
        return { delivery: await redeliver(context, { id, ownerId }) }
      },
    },
    {
      outputFields: (t) => ({
        delivery: t.field({
          type: WebhookDeliveryNode,
          nullable: true,
          resolve: ({ delivery }) => delivery,
        }),
      }),
    },
  ),
)
