import type { CoreServices } from '#api/context.ts'
import { finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { cleanUpMedia } from '#api/features/media/media.cleanup.ts'
import { deleteExpiredIdempotencyKeys } from '#api/features/post/idempotency-key.ts'

const INTERVAL_MS = 60 * 60 * 1000

type Job = (services: CoreServices, signal: AbortSignal) => Promise<unknown>

const jobs: readonly Job[] = [
  (services, signal) => finishDeletions(services, signal),
  (services, signal) => cleanUpMedia(services, Date.now(), signal),
  (services) => deleteExpiredIdempotencyKeys(services),
]

interface CleanupJobs {
  /** Runs the jobs now and every hour. */
  start(): void
  /** Aborts the jobs. Resolves when the running one has ended. */
  stop(): Promise<void>
}

/**
 * Finishes interrupted account deletions, and removes unused media and expired idempotency keys.
 * @param shutdown aborts the jobs, as `stop` does
 */
export function createCleanupJobs(services: CoreServices, shutdown: AbortSignal): CleanupJobs {
  const stopped = new AbortController()
  const signal = AbortSignal.any([shutdown, stopped.signal])
  const runJobs = async () => {
    for (const job of jobs) {
      if (signal.aborted) return
      await job(services, signal).catch((err) => {
        if (!signal.aborted)
          services.log.error({ err }, 'A cleanup job failed; it runs again in an hour')
      })
    }
  }
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    running = runJobs()
  }
  return {
    start() {
      run()
      timer = setInterval(run, INTERVAL_MS).unref()
    },
    stop() {
      stopped.abort()
      clearInterval(timer)
      return running
    },
  }
}
