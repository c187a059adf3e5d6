import type { CoreServices } from '#api/context.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { defaultTimes, latestDelivery, nextDelivery, previousDelivery } from './delivery.rules.ts'
import { writeGroups } from './group.write.ts'
import { takePending, type Window } from './pending.write.ts'

type Needs = Pick<CoreServices, 'database'>
type Transaction = Prisma.TransactionClient

/** Users per transaction. */
const BATCH_SIZE = 100
const TRANSACTION_TIMEOUT_MS = 30_000
/**
 * Longer than any statement runs. So at a delivery, every like that began before its time has
 * committed.
 */
const SETTLE_MS = 30_000

interface Options {
  /** The time of the delivery and of its groups, in milliseconds since 1970. */
  now?: number
  signal?: AbortSignal
}

/**
 * Delivers likes, shares and follows as groups, to everyone whose delivery has come, and adds those
 * of this hour to groups with AS_IT_HAPPENS. Machines that run it at once share the users. A
 * repetition delivers nothing twice.
 */
export async function deliverNotifications(
  { database }: Needs,
  { now, signal }: Options = {},
): Promise<void> {
  const settled = (now ?? Date.now()) - SETTLE_MS
  await addMissingSettings({ database }, settled)
  for (const deliverBatch of [deliverDue, deliverAsItHappens]) {
    let users = BATCH_SIZE
    while (users === BATCH_SIZE && !signal?.aborted)
      users = await retryOnDeadlock(() =>
        database.$transaction((transaction) => deliverBatch(transaction, { now, settled }), {
          timeout: TRANSACTION_TIMEOUT_MS,
        }),
      )
  }
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

type Settings = Prisma.NotificationSettingsGetPayload<object>

interface Times {
  /** The time of new groups. Undefined for that of their insertion. */
  now: number | undefined
  /** Before it, everything has committed. */
  settled: number
}

interface Delivery {
  userId: string
  /** Everything before it is delivered. */
  until: number
  /** Null with AS_IT_HAPPENS. */
  next: number | null
}

/** @returns the number of users */
async function deliverDue(transaction: Transaction, { now, settled }: Times): Promise<number> {
  // SQL: skips users whom another machine serves. Uses NotificationSettings_nextDeliveryAt_idx.
  const due = await transaction.$queryRaw<Settings[]>`
    SELECT * FROM "NotificationSettings" WHERE "nextDeliveryAt" <= ${new Date(settled)}::timestamptz
    ORDER BY "nextDeliveryAt", "userId" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`
  if (due.length === 0) return 0
  const deliveries = due.map((settings) => {
    const { userId, delivery, lastDeliveredAt } = settings
    const until = latestDelivery(settings, settled)
    // A worker of the version before this one may have set a time for AS_IT_HAPPENS.
    const next = delivery === 'AS_IT_HAPPENS' ? null : nextDelivery(settings, until)
    return { userId, from: lastDeliveredAt?.getTime() ?? null, until, next }
  })
  const windows = deliveries.map(({ userId, from, until }) => ({ userId, from, until, hour: null }))
  await writeGroups(transaction, await takePending(transaction, windows), now)
  await recordDeliveries(transaction, deliveries)
  return due.length
}

/** @returns the number of users */
async function deliverAsItHappens(
  transaction: Transaction,
  { now, settled }: Times,
): Promise<number> {
  const until = new Date(settled)
  // SQL: skips users whom another machine serves. Uses NotificationSettings_as_it_happens_idx.
  const due = await transaction.$queryRaw<Settings[]>`
    SELECT * FROM "NotificationSettings" s
    WHERE s."delivery" = 'AS_IT_HAPPENS'
      AND (s."lastDeliveredAt" IS NULL OR s."lastDeliveredAt" < ${until}::timestamptz)
      AND EXISTS (SELECT FROM "PendingNotification" p
        WHERE p."userId" = s."userId" AND p."quarter" < ${until}::timestamptz)
    ORDER BY s."userId" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`
  if (due.length === 0) return 0
  const windows = due.flatMap((settings) => hourWindows(settings, settled))
  await writeGroups(transaction, await takePending(transaction, windows), now)
  await recordDeliveries(
    transaction,
    due.map(({ userId }) => ({ userId, until: settled, next: null })),
  )
  return due.length
}

/** What has happened since the last delivery: in earlier hours, and in this one. */
function hourWindows(settings: Settings, settled: number): Window[] {
  const { userId, lastDeliveredAt } = settings
  const last = lastDeliveredAt?.getTime() ?? null
  const hour = latestDelivery(settings, settled)
  const isNewHour = last === null || last < hour
  const earlier = { userId, from: last, until: hour, hour: previousDelivery(settings, hour) }
  const current = { userId, from: isNewHour ? hour : last, until: settled, hour }
  return isNewHour ? [earlier, current] : [current]
}

async function recordDeliveries(
  transaction: Transaction,
  deliveries: readonly Delivery[],
): Promise<void> {
  const userIds = deliveries.map(({ userId }) => userId)
  const next = deliveries.map((each) => (each.next === null ? null : new Date(each.next)))
  const last = deliveries.map(({ until }) => new Date(until))
  // SQL: set-based.
  await transaction.$executeRaw`
    UPDATE "NotificationSettings" s
    SET "nextDeliveryAt" = d."next", "lastDeliveredAt" = greatest(s."lastDeliveredAt", d."last")
    FROM unnest(${userIds}::uuid[], ${next}::timestamptz[], ${last}::timestamptz[])
      d("userId", "next", "last")
    WHERE s."userId" = d."userId"`
}
