import { HOUR_MS, type Job } from '#api/job.ts'
import { deleteOldDeliveries } from './webhook.cleanup.ts'

export const job: Job = {
  name: 'old webhook deliveries',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteOldDeliveries(services, Date.now(), signal),
}
