import type { GraphQLSchema } from 'graphql'
import type { Services } from '#api/context.ts'
import type { Webhook, WebhookDelivery } from '#api/database/generated/prisma/client.ts'
import { unseal } from '#api/lib/keys.ts'
import {
  dropDelivery,
  endLease,
  extendLease,
  type LeasedWebhook,
  pauseIfBehind,
  recordOutcome,
  returnDelivery,
  storePayload,
  takeDeliveries,
} from './delivery.write.ts'
import { ownerContext, readPayload } from './payload.ts'
import { type Outcome, send } from './send.ts'
import { signedHeaders } from './signature.ts'
import { readSubscription } from './subscription.ts'

/** Messages that a webhook gets at a time. */
const MAX_MESSAGES = 5
/** Then it is another webhook's turn. */
const MAX_BATCHES = 20

interface Options {
  services: Services
  schema: GraphQLSchema
  leaseMs: number
  signal: AbortSignal
}

/** Sends what is due for a leased webhook, and ends the lease. */
export type Deliver = (webhook: LeasedWebhook) => Promise<void>

export function createDeliverer({ services, schema, leaseMs, signal }: Options): Deliver {
  const { database, settings, log } = services

  async function deliverTurn(webhook: LeasedWebhook): Promise<void> {
    const secret = await unseal('webhooks', settings.authSecret, webhook.secret)
    let { leasedUntil } = webhook
    let sent = 0
    let batch = 0
    for (; batch < MAX_BATCHES && !signal.aborted; batch++) {
      const extended = await extendLease(database, { ...webhook, leasedUntil }, leaseMs)
      if (!extended) break
      leasedUntil = extended
      const deliveries = await takeDeliveries(database, { ...webhook, leasedUntil }, MAX_MESSAGES)
      if (deliveries.length === 0) break
      await Promise.all(deliveries.map((delivery) => attempt(webhook, secret, delivery)))
      sent += deliveries.length
    }
    if (batch === MAX_BATCHES) await pauseIfBehind(database, webhook, sent)
    await endLease(database, { ...webhook, leasedUntil })
  }

  async function attempt(
    webhook: Webhook,
    secret: string | null,
    delivery: WebhookDelivery,
  ): Promise<void> {
    const payload = await payloadOf(webhook, delivery)
    if (payload === null) return
    const outcome = await sendSigned({ webhook, secret, delivery, payload })
    if (outcome) await recordOutcome(database, delivery, outcome)
    else await returnDelivery(database, delivery)
  }

  /**
   * The payload of the first attempt, as long as the owner can see the subject. Null when there is
   * nothing to send.
   */
  async function payloadOf(webhook: Webhook, delivery: WebhookDelivery): Promise<string | null> {
    try {
      const context = await ownerContext(services, webhook.ownerId, delivery.id)
      const subscription = readSubscription(schema, webhook.subscription)
      const present = context && (await readPayload(subscription, delivery, context))
      if (present === null) await dropDelivery(database, delivery)
      else if (delivery.payload === null) await storePayload(database, delivery, present)
      return present && (delivery.payload ?? present)
    } catch (err) {
      log.error({ err, delivery: delivery.id }, 'The payload of a webhook could not be read')
      await recordOutcome(database, delivery, { failure: 'We could not read what to send.' })
      return null
    }
  }

  /** Null when the process stops. */
  async function sendSigned({
    webhook,
    secret,
    delivery,
    payload,
  }: Signed): Promise<Outcome | null> {
    if (secret === null) return unreadableSecret
    const headers = signedHeaders(secret, delivery.id, payload)
    const allowPrivate = settings.webhookAllowPrivate
    const sent = send({ url: webhook.url, headers, body: payload }, { allowPrivate, signal })
    return sent.catch((error) => {
      if (signal.aborted) return null
      throw error
    })
  }

  return deliverTurn
}

interface Signed {
  webhook: Webhook
  secret: string | null
  delivery: WebhookDelivery
  payload: string
}

/** The server's secret has changed since the webhook was created. */
const unreadableSecret: Outcome = {
  failure: 'Its secret can no longer be read. Create the webhook again.',
}
