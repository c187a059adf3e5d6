import { HOUR_MS, type Job } from '#api/job.ts'
import { cleanUpOwnMedia } from './media.cleanup.ts'

export const job: Job = {
  name: 'unused media',
  intervalMs: HOUR_MS,
  run: (services, signal) => cleanUpOwnMedia(services, Date.now(), signal),
}
