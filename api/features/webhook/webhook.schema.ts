import './paused.type.ts'
import { isOwner } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { toPublicId } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { UserNode } from '../user/user.type.ts'
import { readPayload } from './payload.ts'
import { readSubscription, requireSmallMessages } from './subscription.ts'
import { webhooksOf } from './webhook.read.ts'
import { checkWebhookUrl, parseDeliveryId, parseWebhookId } from './webhook.rules.ts'
import { dryRunOf, WebhookDeliveryNode, WebhookNode } from './webhook.type.ts'
import { createWebhook, deleteWebhook, redeliver, resumeWebhook } from './webhook.write.ts'

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

mutation({
  name: 'createWebhook',
  description:
    'Creates a webhook. Its messages are signed by Standard Webhooks, tried again for three days, and arrive at least once.',
  needs: 'member',
  limit: 'webhook',
  input: (t) => ({
    url: t.string({ required: true, description: 'An https address on the internet.' }),
    subscription: t.string({ required: true, description: subscriptionDescription }),
  }),
  async write({ subscription, ...input }, { actor, context, schema }) {
    const url = await checkWebhookUrl(input.url, context.settings.webhookAllowPrivate)
    const read = readSubscription(schema, subscription)
    requireSmallMessages(read)
    const topics = await read.source.topics(read.args, context)
    return createWebhook(context, { ownerId: actor.id, url, subscription, ...topics })
  },
  returns: (t) => ({
    webhook: t.expose('webhook', { type: WebhookNode, nullable: true }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'Verifies signatures. It is shown only here.',
    }),
  }),
})

mutation({
  name: 'deleteWebhook',
  description: 'Deletes a webhook and its deliveries.',
  needs: 'member',
  whileSuspended: true,
  limit: 'webhook',
  input: (t) => ({ webhookId: t.id({ required: true }) }),
  async write({ webhookId }, { actor, context }) {
    const id = parseWebhookId(webhookId)
    await deleteWebhook(context, { id, ownerId: actor.id })
    return { deletedWebhookId: toPublicId('Webhook', id) }
  },
  returns: (t) => ({ deletedWebhookId: t.exposeID('deletedWebhookId', { nullable: true }) }),
})

mutation({
  name: 'dryRunWebhook',
  description: 'Shows what a webhook would send for the newest change. Sends nothing.',
  needs: 'member',
  limit: 'webhook',
  input: (t) => ({
    subscription: t.string({ required: true, description: subscriptionDescription }),
  }),
  async write(input, { context, schema }) {
    const subscription = readSubscription(schema, input.subscription)
    requireSmallMessages(subscription)
    const { source, args } = subscription
    await source.topics(args, context)
    const present = { ...context, reads: context.primaryReads }
    const change = await source.latest(args, present)
    const payload = change && (await readPayload(subscription, change, present))
    return { delivery: payload === null ? null : dryRunOf(context.ids.next(), payload) }
  },
  returns: (t) => ({
    delivery: t.expose('delivery', {
      type: WebhookDeliveryNode,
      nullable: true,
      description: 'It is not stored. Null if there is no such change yet.',
    }),
  }),
})

mutation({
  name: 'resumeWebhook',
  description:
    'Lets a paused webhook send again, first what was waiting for it. One that is not paused stays as it is.',
  needs: 'member',
  limit: 'webhook',
  input: (t) => ({ webhookId: t.id({ required: true }) }),
  async write({ webhookId }, { actor, context }) {
    const key = { id: parseWebhookId(webhookId), ownerId: actor.id }
    return { webhook: await resumeWebhook(context, key) }
  },
  returns: (t) => ({ webhook: t.expose('webhook', { type: WebhookNode, nullable: true }) }),
})

mutation({
  name: 'redeliverWebhook',
  description: 'Sends a delivery again, with the same id and body. Resumes a paused webhook.',
  needs: 'member',
  limit: 'webhook',
  input: (t) => ({ deliveryId: t.id({ required: true }) }),
  async write({ deliveryId }, { actor, context }) {
    const key = { id: parseDeliveryId(deliveryId), ownerId: actor.id }
    return { delivery: await redeliver(context, key) }
  },
  returns: (t) => ({
    delivery: t.expose('delivery', { type: WebhookDeliveryNode, nullable: true }),
  }),
})
