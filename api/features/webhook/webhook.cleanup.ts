import type { CoreServices } from '#api/context.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

/** How long a delivery is kept: longer than it is tried. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Rows per statement. */
const BATCH_SIZE = 5_000

/**
 * Deletes deliveries after a week.
 * @param now in milliseconds since 1970
 */
export async function deleteOldDeliveries(
  { database }: Pick<CoreServices, 'database'>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const oldest = oldestIdAt(now - KEPT_MS)
  let deleted = BATCH_SIZE
  while (deleted === BATCH_SIZE && !signal?.aborted)
    // SQL: in batches. Served by the primary key.
    deleted = await database.$executeRaw`
      DELETE FROM "WebhookDelivery" WHERE "id" IN (
        SELECT "id" FROM "WebhookDelivery" WHERE "id" < ${oldest}::uuid
        ORDER BY "id" LIMIT ${BATCH_SIZE})`
}
