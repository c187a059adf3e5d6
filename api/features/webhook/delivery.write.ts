import type { Database } from '#api/database/client.ts'
import {
  Prisma,
  type Webhook,
  type WebhookDelivery,
} from '#api/database/generated/prisma/client.ts'
import { NIL_UUID, oldestIdAt } from '#api/lib/ids.ts'
import { nextAttempt } from './retry.rules.ts'
import type { Outcome } from './send.ts'

/** The receiver no longer wants messages, by Standard Webhooks. */
const GONE = 410
/** A webhook with more waiting deliveries is paused: its receiver cannot keep up, or is gone. */
const MAX_WAITING = 10_000

interface Lease {
  leaseMs: number
  /** At most as many rows. */
  count: number
}

export interface LeasedWebhook extends Webhook {
  /** When the last lease ended. Null for the first one. */
  lastLeaseEnd: Date | null
}

const seconds = (ms: number) => Prisma.sql`make_interval(secs => ${ms / 1_000}::float8)`

/**
 * Leases webhooks with due deliveries, so that no other worker sends for them. A lease of a process
 * that died ends by itself.
 */
export function leaseWebhooks(
  database: Database,
  { leaseMs, count }: Lease,
): Promise<LeasedWebhook[]> {
  // Workers take turns by the end of the last lease. Uses WebhookDelivery_nextAttemptAt_idx.
  // SQL: workers skip each other's webhooks.
  return database.$queryRaw<LeasedWebhook[]>`
    WITH due AS MATERIALIZED (
      SELECT w."id", w."leasedUntil" AS "lastLeaseEnd" FROM "Webhook" w
      JOIN "User" u ON u."id" = w."ownerId" AND u."disabledAt" IS NULL
      WHERE w."id" IN (
        SELECT d."webhookId" FROM "WebhookDelivery" d WHERE d."nextAttemptAt" <= now())
        AND w."pausedAt" IS NULL AND (w."leasedUntil" IS NULL OR w."leasedUntil" <= now())
      ORDER BY w."leasedUntil" NULLS FIRST LIMIT ${count}::int FOR UPDATE OF w SKIP LOCKED)
    UPDATE "Webhook" w SET "leasedUntil" = now() + ${seconds(leaseMs)}
    FROM due WHERE w."id" = due."id"
    RETURNING w.*, due."lastLeaseEnd"`
}

/**
 * Extends a lease.
 * @returns its end; null when another worker has taken over, or the webhook was paused or deleted
 */
export async function extendLease(
  database: Database,
  { id, leasedUntil }: Pick<Webhook, 'id' | 'leasedUntil'>,
  leaseMs: number,
): Promise<Date | null> {
  // SQL: by the database's clock, which all workers share.
  const [lease] = await database.$queryRaw<{ leasedUntil: Date }[]>`
    UPDATE "Webhook" SET "leasedUntil" = now() + ${seconds(leaseMs)}
    WHERE "id" = ${id}::uuid AND "leasedUntil" = ${leasedUntil}::timestamptz
      AND "pausedAt" IS NULL
    RETURNING "leasedUntil"`
  return lease?.leasedUntil ?? null
}

/** Ends a lease, unless another worker has taken over. */
export async function endLease(
  database: Database,
  { id, leasedUntil }: Pick<Webhook, 'id' | 'leasedUntil'>,
): Promise<void> {
  // SQL: keeps the time, by which webhooks take turns.
  await database.$executeRaw`
    UPDATE "Webhook" SET "leasedUntil" = now()
    WHERE "id" = ${id}::uuid AND "leasedUntil" = ${leasedUntil}::timestamptz`
}

/** Takes due deliveries of a leased webhook, oldest first. They are due again after its lease. */
export function takeDeliveries(
  database: Database,
  { id, leasedUntil }: Pick<Webhook, 'id' | 'leasedUntil'>,
  count: number,
): Promise<WebhookDelivery[]> {
  // SQL: counts the attempt before it begins, so that an attempt whose process dies counts, too.
  return database.$queryRaw<WebhookDelivery[]>`
    UPDATE "WebhookDelivery" SET "attempts" = "attempts" + 1, "lastAttemptAt" = now(),
      "firstAttemptAt" = coalesce("firstAttemptAt", now()),
      "nextAttemptAt" = ${leasedUntil}::timestamptz
    WHERE "id" IN (
      SELECT "id" FROM "WebhookDelivery"
      WHERE "webhookId" = ${id}::uuid AND "nextAttemptAt" <= now()
      ORDER BY "nextAttemptAt", "id" LIMIT ${count}::int)
    RETURNING *`
}

/** Returns a delivery whose attempt was interrupted by the end of the process. */
export async function returnDelivery(database: Database, { id }: WebhookDelivery): Promise<void> {
  await database.webhookDelivery.updateMany({ where: { id }, data: { nextAttemptAt: new Date() } })
}

/** Stores the payload of the first attempt: every attempt sends the same. */
export async function storePayload(
  database: Database,
  { id }: WebhookDelivery,
  payload: string,
): Promise<void> {
  await database.webhookDelivery.updateMany({ where: { id }, data: { payload } })
}

/** Drops a delivery whose owner cannot see its subject. */
export async function dropDelivery(database: Database, { id }: WebhookDelivery): Promise<void> {
  await database.webhookDelivery.deleteMany({ where: { id } })
}

/**
 * Makes the waiting deliveries of webhooks that resume due, with three days of attempts again: a
 * failure would pause the webhook at once otherwise. Also works in a transaction.
 */
export function restartAttempts(
  database: Pick<Prisma.TransactionClient, 'webhookDelivery'>,
  webhook: Prisma.WebhookWhereInput,
): Prisma.PrismaPromise<Prisma.BatchPayload> {
  return database.webhookDelivery.updateMany({
    where: { webhook, nextAttemptAt: { not: null } },
    data: { attempts: 0, firstAttemptAt: null, nextAttemptAt: new Date() },
  })
}

/** Records how an attempt ended. After three days of failures, pauses the webhook. */
export async function recordOutcome(
  database: Database,
  delivery: WebhookDelivery,
  outcome: Outcome,
): Promise<void> {
  const { id, webhookId, attempts, firstAttemptAt, lastAttemptAt } = delivery
  const status = 'status' in outcome ? outcome.status : null
  const failure = 'failure' in outcome ? outcome.failure : null
  // A redelivery meanwhile begins anew: this attempt no longer counts.
  const where = { id, attempts, lastAttemptAt }
  if (status !== null && status >= 200 && status < 300) {
    const data = { deliveredAt: new Date(), nextAttemptAt: null, responseStatus: status, failure }
    await database.webhookDelivery.updateMany({ where, data })
    return
  }
  const now = Date.now()
  const next = status === GONE ? null : nextAttempt(attempts, firstAttemptAt?.getTime() ?? now, now)
  const { count } = await database.webhookDelivery.updateMany({
    where,
    data: {
      nextAttemptAt: next === null ? null : new Date(next),
      ...{ responseStatus: status, failure },
    },
  })
  if (count > 0 && (next === null || (await hasTooManyWaiting(database, webhookId))))
    await pauseWebhook(database, webhookId)
}

/**
 * Pauses a webhook after a lease with too many waiting deliveries if more have arrived since the
 * last one than were sent. A resumed webhook may have as many while it catches up.
 */
export async function pauseIfBehind(
  database: Database,
  { id: webhookId, lastLeaseEnd }: LeasedWebhook,
  sent: number,
): Promise<void> {
  const since = lastLeaseEnd === null ? NIL_UUID : oldestIdAt(lastLeaseEnd.getTime())
  const arrived = { webhookId, id: { gte: since } }
  if ((await database.webhookDelivery.count({ where: arrived, take: sent + 1 })) <= sent) return
  if (await hasTooManyWaiting(database, webhookId)) await pauseWebhook(database, webhookId)
}

async function hasTooManyWaiting(database: Database, webhookId: string): Promise<boolean> {
  const waiting = { webhookId, nextAttemptAt: { not: null } }
  return (
    (await database.webhookDelivery.count({ where: waiting, take: MAX_WAITING })) >= MAX_WAITING
  )
}

const pauseWebhook = (database: Database, id: string) =>
  pauseWebhooks(database, Prisma.sql`"id" = ${id}::uuid`)

/** Pauses all webhooks of an account. Also works in a transaction. */
export const pauseWebhooksOf = (
  database: Pick<Prisma.TransactionClient, '$executeRaw'>,
  ownerId: string,
): Promise<void> => pauseWebhooks(database, Prisma.sql`"ownerId" = ${ownerId}::uuid`)

/** Pauses webhooks and notifies their owner, once for each. */
async function pauseWebhooks(
  database: Pick<Prisma.TransactionClient, '$executeRaw'>,
  condition: Prisma.Sql,
): Promise<void> {
  // SQL: both or none, and no second notification.
  await database.$executeRaw`
    WITH paused AS (
      UPDATE "Webhook" SET "pausedAt" = now()
      WHERE ${condition} AND "pausedAt" IS NULL RETURNING *)
    INSERT INTO "Notification" ("id", "userId", "kind", "webhookId")
    SELECT new_id(), "ownerId", 'WEBHOOK_PAUSED', "id" FROM paused`
}
