import type { WebhookDelivery } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { idParser } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import { isPrivateHost, type Resolve, resolvesToPrivate } from './address.ts'

const HTTPS_PORT = 443
/** Lower ports belong to other services. */
const MIN_OTHER_PORT = 1024

export const webhookNotFound = () =>
  new AppError('NOT_FOUND', 'WEBHOOK_NOT_FOUND', { field: 'webhookId' })
export const deliveryNotFound = () =>
  new AppError('NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', { field: 'deliveryId' })
export const parseWebhookId = idParser('Webhook', webhookNotFound)
export const parseDeliveryId = idParser('WebhookDelivery', deliveryNotFound)

type UrlReason = 'WEBHOOK_URL_INVALID' | 'WEBHOOK_URL_PRIVATE' | 'WEBHOOK_PORT_INVALID'

const invalidUrl = (reason: UrlReason) => new AppError('BAD_INPUT', reason, { field: 'url' })

/**
 * @param allowPrivate also allows private addresses, HTTP and every port, for development
 * @returns the normalized URL
 * @throws AppError BAD_INPUT
 */
export function parseWebhookUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text.trim())
  const isEncrypted = url?.protocol === 'https:'
  const isAllowed = isEncrypted || (allowPrivate && url?.protocol === 'http:')
  if (!url || !isAllowed || url.username || url.password || url.href.length > limits.linkLength)
    throw invalidUrl('WEBHOOK_URL_INVALID')
  url.hash = ''
  if (allowPrivate) return url
  if (isPrivateHost(url.hostname)) throw invalidUrl('WEBHOOK_URL_PRIVATE')
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (port !== HTTPS_PORT && port < MIN_OTHER_PORT) throw invalidUrl('WEBHOOK_PORT_INVALID')
  return url
}

/** Like `parseWebhookUrl`, and resolves the name. @throws AppError BAD_INPUT */
export async function checkWebhookUrl(
  text: string,
  allowPrivate: boolean,
  resolve?: Resolve,
): Promise<string> {
  const url = parseWebhookUrl(text, allowPrivate)
  if (!allowPrivate && (await resolvesToPrivate(url.hostname, resolve)))
    throw invalidUrl('WEBHOOK_URL_PRIVATE')
  return url.href
}

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED'

export function statusOf({
  nextAttemptAt,
  deliveredAt,
}: Pick<WebhookDelivery, 'nextAttemptAt' | 'deliveredAt'>): DeliveryStatus {
  if (nextAttemptAt) return 'PENDING'
  return deliveredAt ? 'DELIVERED' : 'FAILED'
}
