import { HOUR_MS, type Job } from '#api/job.ts'
import { finishDeletions } from './delete-account.write.ts'

/** Finishes interrupted deletions of accounts. */
export const job: Job = {
  name: 'account deletions',
  intervalMs: HOUR_MS,
  run: finishDeletions,
}
