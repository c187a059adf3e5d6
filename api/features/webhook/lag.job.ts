import type { Job } from '#api/job.ts'
import { setQueueLag } from '#api/telemetry/jobs.ts'

export const job: Job = {
  name: 'webhook lag',
  intervalMs: 60 * 1000,
  async run({ database }) {
    // What waits for a paused webhook, or for one of a disabled account, is not late. Uses
    // WebhookDelivery_nextAttemptAt_idx.
    // SQL: a time since the least of two rows.
    const [row] = await database.rows<{ lag: number }>`
      SELECT extract(epoch FROM now() - least(
        (SELECT id_time("id") FROM "WebhookChange" ORDER BY "id" LIMIT 1),
        (SELECT min(d."nextAttemptAt") FROM "WebhookDelivery" d
          JOIN "Webhook" w ON w."id" = d."webhookId" AND w."pausedAt" IS NULL
          JOIN "User" u ON u."id" = w."ownerId" AND u."disabledAt" IS NULL
          WHERE d."nextAttemptAt" <= now())))::float8 AS lag`
    setQueueLag('webhooks', row?.lag ?? 0)
  },
}
