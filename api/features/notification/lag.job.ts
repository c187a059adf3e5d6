import type { Job } from '#api/job.ts'
import { setQueueLag } from '#api/telemetry/jobs.ts'

export const job: Job = {
  name: 'notification lag',
  intervalMs: 60 * 1000,
  async run({ database }) {
    // Uses NotificationSettings_nextDeliveryAt_idx.
    // SQL: a time since an aggregate.
    const [row] = await database.rows<{ lag: number }>`
      SELECT extract(epoch FROM now() - min("nextDeliveryAt"))::float8 AS lag
      FROM "NotificationSettings" WHERE "nextDeliveryAt" <= now()`
    setQueueLag('notifications', row?.lag ?? 0)
  },
}
