import type { CoreServices } from '#api/context.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

/** How long a notification is kept. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
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
  let deleted = BATCH_SIZE
  while (deleted === BATCH_SIZE && !signal?.aborted)
    // SQL: in batches. Served by the primary key.
    deleted = await database.$executeRaw`
      DELETE FROM "Notification" WHERE "id" IN (
        SELECT "id" FROM "Notification" WHERE "id" < ${oldest}::uuid
        ORDER BY "id" LIMIT ${BATCH_SIZE})`
  // SQL: these tables have no foreign key.
  await database.$executeRaw`
    DELETE FROM "PendingNotification" p
    WHERE NOT EXISTS (SELECT FROM "User" u WHERE u."id" = p."userId")`
  // SQL: as above.
  await database.$executeRaw`
    DELETE FROM "Notification" n
    WHERE NOT EXISTS (SELECT FROM "User" u WHERE u."id" = n."userId")`
}
