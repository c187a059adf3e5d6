import type { Job } from '#api/job.ts'
import { deliverNotifications } from './delivery.write.ts'

/** With AS_IT_HAPPENS, a like is delivered within a minute, half of which it takes to settle. */
export const job: Job = {
  name: 'notifications',
  intervalMs: 15 * 1000,
  run: (services, signal) => deliverNotifications(services, { signal }),
}
