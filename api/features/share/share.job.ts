import { HOUR_MS, type Job } from '#api/job.ts'
import { deleteUndoneShares } from './share.cleanup.ts'

export const job: Job = {
  name: 'undone shares',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteUndoneShares(services, Date.now(), signal),
}
