import { HOUR_MS, type Job } from '#api/job.ts'
import { deleteExpiredIdempotencyKeys } from './idempotency-key.ts'

export const job: Job = {
  name: 'expired idempotency keys',
  intervalMs: HOUR_MS,
  run: (services, signal) => deleteExpiredIdempotencyKeys(services, Date.now(), signal),
}
