import { HOUR_MS, type Job } from '#api/job.ts'
import { deleteRemoved } from './removal.write.ts'

/** Deletes what moderators removed a month ago. */
export const job: Job = {
  name: 'removals',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteRemoved(services, Date.now(), signal),
}
