import type { Context } from '#api/context.ts'
import type { Prisma, Webhook, WebhookDelivery } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { seal } from '#api/lib/keys.ts'
import { limits } from '#rules/limits.ts'
import { lockSession } from '../user/lock-session.ts'
import { restartAttempts } from './delivery.write.ts'
import { newSecret } from './signature.ts'
import { deliveryNotFound, webhookNotFound } from './webhook.rules.ts'

type NewWebhook = Pick<Webhook, 'ownerId' | 'url' | 'subscription' | 'kinds' | 'scope' | 'topicIds'>

/**
 * @returns the webhook, and the secret that signs its messages
 * @throws AppError CONFLICT when the account has too many, UNAUTHENTICATED when the session ended
 * meanwhile
 */
export async function createWebhook(
  context: Pick<Context, 'database' | 'ids' | 'settings' | 'sessionToken'>,
  { ownerId, ...webhook }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  const { database, ids, settings, sessionToken = null } = context
  const secret = newSecret()
  const sealed = await seal('webhooks', settings.authSecret, secret)
  return database.$transaction(async (transaction) => {
    await lockSession(transaction, { userId: ownerId, token: sessionToken })
    if ((await transaction.webhook.count({ where: { ownerId } })) >= limits.webhooks)
      throw new AppError('CONFLICT', 'TOO_MANY_WEBHOOKS')
    const data = { id: ids.next(), ownerId, ...webhook, secret: sealed }
    return { webhook: await transaction.webhook.create({ data }), secret }
  })
}

interface Owned {
  id: string
  ownerId: string
}

/** @throws AppError NOT_FOUND, also for another's */
export async function deleteWebhook(
  { database }: Pick<Context, 'database'>,
  { id, ownerId }: Owned,
): Promise<void> {
  const { count } = await database.webhook.deleteMany({ where: { id, ownerId } })
  if (count === 0) throw webhookNotFound()
}

/**
 * Lets a paused webhook send again.
 * @throws AppError NOT_FOUND, also for another's; UNAUTHENTICATED when the session ended meanwhile
 */
export async function resumeWebhook(
  { database, sessionToken = null }: Pick<Context, 'database' | 'sessionToken'>,
  { id, ownerId }: Owned,
): Promise<Webhook> {
  return database.$transaction(async (transaction) => {
    await lockSession(transaction, { userId: ownerId, token: sessionToken })
    const webhook = await transaction.webhook.findFirst({ where: { id, ownerId } })
    if (!webhook) throw webhookNotFound()
    await resume(transaction, id)
    return { ...webhook, pausedAt: null }
  })
}

/**
 * Makes a delivery due again, with the same id and payload, and resumes its webhook.
 * @throws AppError NOT_FOUND, also for another's; UNAUTHENTICATED when the session ended meanwhile
 */
export async function redeliver(
  { database, sessionToken = null }: Pick<Context, 'database' | 'sessionToken'>,
  { id, ownerId }: Owned,
): Promise<WebhookDelivery> {
  return database.$transaction(async (transaction) => {
    // A change of the sign-in pauses webhooks, and what it ends must not resume them.
    await lockSession(transaction, { userId: ownerId, token: sessionToken })
    const delivery = await transaction.webhookDelivery.findFirst({
      where: { id, webhook: { ownerId } },
    })
    if (!delivery) throw deliveryNotFound()
    await resume(transaction, delivery.webhookId)
    return transaction.webhookDelivery.update({
      where: { id },
      data: {
        ...{ nextAttemptAt: new Date(), attempts: 0, firstAttemptAt: null },
        ...{ deliveredAt: null, responseStatus: null, failure: null },
      },
    })
  })
}

/** What waits for a webhook that was paused is due at once. */
async function resume(transaction: Prisma.TransactionClient, id: string): Promise<void> {
  const paused = { id, pausedAt: { not: null } }
  const { count } = await transaction.webhook.updateMany({
    where: paused,
    data: { pausedAt: null },
  })
  if (count > 0) await restartAttempts(transaction, { id })
}
