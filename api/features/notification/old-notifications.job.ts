import type { CoreServices } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { deleteInBatches, HOUR_MS, type Job } from '#api/job.ts'
import { NIL_UUID, oldestIdAt } from '#api/lib/ids.ts'

export const job: Job = {
  name: 'old notifications',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteOldNotifications(services, Date.now(), signal),
}

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a notification is kept. */
const KEPT_MS = 90 * DAY_MS
/**
 * How far back the cleanup looks for notifications of deleted accounts. After a longer pause of the
 * server, older ones stay for `KEPT_MS`, and no list has them.
 */
const LATE_MS = 2 * DAY_MS
/** Rows per statement. */
const BATCH_SIZE = 5_000

/**
 * Deletes notifications after 90 days, and what arrived for an account while it was deleted.
 * @param now in milliseconds since 1970
 */
export async function deleteOldNotifications(
  { database }: Pick<CoreServices, 'database'>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const oldest = oldestIdAt(now - KEPT_MS)
  await deleteInBatches(
    (maxRows) =>
      // SQL: in batches. Served by the primary key.
      database.$executeRaw`
        DELETE FROM "Notification" WHERE "id" IN (
          SELECT "id" FROM "Notification" WHERE "id" < ${oldest}::uuid
          ORDER BY "id" LIMIT ${maxRows})`,
    signal,
  )
  // Both tables have no foreign key to the recipient. A delivery and the outcome of a report can
  // commit after the account's rows were deleted.
  await walk(NIL_UUID, (after) => deleteLateMarks(database, after), signal)
  const recent = oldestIdAt(now - LATE_MS)
  await walk(recent, (after) => deleteLateNotifications(database, after), signal)
}

/** @param cleanUp looks at the rows after an id. @returns the last one that it saw, if any */
async function walk(
  start: string,
  cleanUp: (after: string) => Promise<{ id: string }[]>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after: string | undefined = start
  while (after !== undefined && !signal?.aborted) after = (await cleanUp(after))[0]?.id
}

function deleteLateMarks(database: Database, after: string): Promise<{ id: string }[]> {
  // Served by the primary keys: OFFSET 0 keeps the planner from reading all users.
  // SQL: in batches of the recipients' ids.
  return database.$queryRaw`
    WITH users AS MATERIALIZED (
      SELECT DISTINCT "userId" FROM (
        SELECT "userId" FROM "PendingNotification" WHERE "userId" > ${after}::uuid
        ORDER BY "userId" LIMIT ${BATCH_SIZE}) p),
    late AS (
      DELETE FROM "PendingNotification" p USING users
      WHERE p."userId" = users."userId"
        AND NOT EXISTS (SELECT FROM "User" u WHERE u."id" = users."userId" OFFSET 0))
    SELECT "userId" AS "id" FROM users ORDER BY "userId" DESC LIMIT 1`
}

function deleteLateNotifications(database: Database, after: string): Promise<{ id: string }[]> {
  // SQL: as above, in batches of the notifications' ids.
  return database.$queryRaw`
    WITH batch AS MATERIALIZED (
      SELECT "id", "userId" FROM "Notification" WHERE "id" > ${after}::uuid
      ORDER BY "id" LIMIT ${BATCH_SIZE}),
    late AS (
      DELETE FROM "Notification" n USING batch
      WHERE n."id" = batch."id"
        AND NOT EXISTS (SELECT FROM "User" u WHERE u."id" = batch."userId" OFFSET 0))
    SELECT "id" FROM batch ORDER BY "id" DESC LIMIT 1`
}
