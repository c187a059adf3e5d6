import { finishDeletions } from './features/auth/delete-account.write.ts'
import { sweepMedia } from './features/media/media.sweep.ts'
import { sweepPostKeys } from './features/post/post-key.ts'
import type { Groundwork } from './groundwork.ts'

const HOUR = 60 * 60 * 1000

/** Other processes look at the newest posts again by themselves. */
const deletions = (services: Groundwork) => finishDeletions({ ...services, feed: { everythingChanged: async () => {} } })

/** Removes what nobody needs anymore, now and every hour until it is stopped, which waits for a sweep that has begun. */
export function startSweeping(services: Groundwork): { stop: () => Promise<void> } {
  const sweep = async () => {
    for (const each of [deletions, sweepMedia, sweepPostKeys]) {
      await each(services).catch((err) =>
        services.log.error({ err }, 'What is not needed anymore could not be removed; it is tried again in an hour'),
      )
    }
  }
  let latest = sweep()
  const timer = setInterval(() => {
    latest = sweep()
  }, HOUR).unref()
  return {
    stop() {
      clearInterval(timer)
      return latest
    },
  }
}
