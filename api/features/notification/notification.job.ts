import { HOUR_MS, type Job } from '#api/job.ts'
import { deleteOldNotifications } from './notification.cleanup.ts'

export const job: Job = {
  name: 'old notifications',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteOldNotifications(services, Date.now(), signal),
}
