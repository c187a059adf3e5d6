import type { CoreServices } from '#api/context.ts'
import { deleteInBatches, HOUR_MS, type Job } from '#api/job.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

export const job: Job = {
  name: 'old webhook deliveries',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteOldDeliveries(services, Date.now(), signal),
}

/** How long a delivery is kept: longer than it is tried. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Deletes deliveries after a week. Keeps those that are tried again after a redelivery, and the
 * newest of a paused webhook, which resumes it.
 * @param now in milliseconds since 1970
 */
export async function deleteOldDeliveries(
  { database }: Pick<CoreServices, 'database'>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const oldest = oldestIdAt(now - KEPT_MS)
  await deleteInBatches(
    (maxRows) =>
      // SQL: in batches. Served by the primary key and WebhookDelivery_webhookId_id_idx.
      database.$executeRaw`
        DELETE FROM "WebhookDelivery" WHERE "id" IN (
          SELECT d."id" FROM "WebhookDelivery" d
          JOIN "Webhook" w ON w."id" = d."webhookId" JOIN "User" u ON u."id" = w."ownerId"
          WHERE d."id" < ${oldest}::uuid AND CASE
            WHEN w."pausedAt" IS NOT NULL THEN EXISTS (
              SELECT FROM "WebhookDelivery" n
              WHERE n."webhookId" = d."webhookId" AND n."id" > d."id")
            ELSE d."nextAttemptAt" IS NULL OR u."disabledAt" IS NOT NULL END
          ORDER BY d."id" LIMIT ${maxRows})`,
    signal,
  )
}
