import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { toPublicId } from '#api/lib/ids.ts'

/** Standard Webhooks allows 24 to 64 bytes. */
const SECRET_BYTES = 32

/** A signing secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

/**
 * The headers of a message by Standard Webhooks.
 * @param deliveryId UUID
 * @param sentAt of this attempt, so that receivers can refuse old copies
 */
export function signedHeaders(
  secret: string,
  deliveryId: string,
  payload: string,
  sentAt: Date = new Date(),
): Record<string, string> {
  const id = toPublicId('WebhookDelivery', deliveryId)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(id, sentAt, payload),
  }
}
