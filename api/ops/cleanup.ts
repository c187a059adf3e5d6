import type { CoreServices } from '#api/context.ts'
import { finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { cleanUpMedia } from '#api/features/media/media.cleanup.ts'
import { deleteRemoved } from '#api/features/moderation/removal.write.ts'
import { deleteOldNotifications } from '#api/features/notification/notification.cleanup.ts'
import { deleteExpiredIdempotencyKeys } from '#api/features/post/idempotency-key.ts'
import { deleteUndoneShares } from '#api/features/share/share.cleanup.ts'
import { deleteOldDeliveries } from '#api/features/webhook/webhook.cleanup.ts'
import { createJobs, type Job, type Jobs } from './jobs.ts'

const HOUR_MS = 60 * 60 * 1000

const jobs: readonly Job[] = [
  (services, signal) => finishDeletions(services, signal),
  (services, signal) => deleteRemoved(services, Date.now(), signal),
  (services, signal) => cleanUpMedia(services, Date.now(), signal),
  (services) => deleteExpiredIdempotencyKeys(services),
  (services) => deleteUndoneShares(services, Date.now()),
  (services, signal) => deleteOldNotifications(services, Date.now(), signal),
  (services, signal) => deleteOldDeliveries(services, Date.now(), signal),
]

/**
 * Finishes interrupted account deletions, and removes what moderators removed, unused media,
 * expired idempotency keys, what undone shares left, old notifications and old deliveries of
 * webhooks.
 */
export function createCleanupJobs(services: CoreServices, shutdown: AbortSignal): Jobs {
  const failure = 'A cleanup job failed; it runs again in an hour'
  return createJobs(services, { jobs, intervalMs: HOUR_MS, failure, shutdown })
}
