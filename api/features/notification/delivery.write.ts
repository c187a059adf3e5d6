import type { CoreServices } from '#api/context.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { defaultTimes, latestDelivery, nextDelivery } from './delivery.rules.ts'
import { insertGroups } from './group.write.ts'
import { takePending } from './pending.write.ts'

type Needs = Pick<CoreServices, 'database'>
type Transaction = Prisma.TransactionClient

/** Users per transaction. */
const BATCH_SIZE = 100
const TRANSACTION_TIMEOUT_MS = 30_000
/**
 * Longer than any statement runs. So at a delivery, every like that began before its time has
 * committed.
 */
export const SETTLE_MS = 30_000

/**
 * Delivers likes, shares and follows as groups, to everyone whose delivery has come. Machines that
 * run it at once share the users. A repetition delivers nothing twice.
 * @param now in milliseconds since 1970
 */
export async function deliverNotifications(
  { database }: Needs,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const settled = now - SETTLE_MS
  await addMissingSettings({ database }, settled)
  let users = BATCH_SIZE
  while (users === BATCH_SIZE && !signal?.aborted)
    users = await retryOnDeadlock(() =>
      database.$transaction((transaction) => deliverBatch(transaction, { now, settled }), {
        timeout: TRANSACTION_TIMEOUT_MS,
      }),
    )
}

/** Users without settings have the defaults. Their row keeps the time of their next delivery. */
async function addMissingSettings({ database }: Needs, settled: number): Promise<void> {
  const last = new Date(latestDelivery(defaultTimes, settled))
  // SQL: set-based. A user who is deleted meanwhile gets no row.
  await database.$executeRaw`
    INSERT INTO "NotificationSettings" ("userId", "nextDeliveryAt")
    SELECT u."id", ${last}::timestamptz FROM "User" u
    WHERE u."id" IN (
      SELECT p."userId" FROM "PendingNotification" p
      WHERE NOT EXISTS (
        SELECT FROM "NotificationSettings" s WHERE s."userId" = p."userId"))
    ORDER BY u."id" FOR KEY SHARE
    ON CONFLICT DO NOTHING`
}

type Due = Prisma.NotificationSettingsGetPayload<object>

/** @returns the number of users */
async function deliverBatch(
  transaction: Transaction,
  { now, settled }: { now: number; settled: number },
): Promise<number> {
  // SQL: skips users whom another machine serves. Uses NotificationSettings_nextDeliveryAt_idx.
  const due = await transaction.$queryRaw<Due[]>`
    SELECT * FROM "NotificationSettings" WHERE "nextDeliveryAt" <= ${new Date(settled)}::timestamptz
    ORDER BY "nextDeliveryAt", "userId" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`
  if (due.length === 0) return 0
  const deliveries = due.map((settings) => {
    const until = latestDelivery(settings, settled)
    return { userId: settings.userId, until, next: nextDelivery(settings, until) }
  })
  const groups = await takePending(transaction, deliveries)
  await insertGroups(transaction, groups, now)
  const userIds = deliveries.map(({ userId }) => userId)
  const next = deliveries.map((each) => new Date(each.next))
  const last = deliveries.map(({ until }) => new Date(until))
  // SQL: set-based.
  await transaction.$executeRaw`
    UPDATE "NotificationSettings" s
    SET "nextDeliveryAt" = d."next", "lastDeliveredAt" = greatest(s."lastDeliveredAt", d."last")
    FROM unnest(${userIds}::uuid[], ${next}::timestamptz[], ${last}::timestamptz[])
      d("userId", "next", "last")
    WHERE s."userId" = d."userId"`
  return due.length
}
