import { finishDeletions } from './features/auth/delete-account.write.ts'
import { sweepMedia } from './features/media/media.sweep.ts'
import { sweepPostKeys } from './features/post/post-key.ts'
import type { Groundwork } from './groundwork.ts'

const HOUR = 60 * 60 * 1000

/** Other processes look at the newest posts again by themselves. */
const deletions = (services: Groundwork, signal: AbortSignal) =>
  finishDeletions({ ...services, feed: { everythingChanged: async () => {} } }, signal)
const media = (services: Groundwork, signal: AbortSignal) => sweepMedia(services, Date.now(), signal)

/** Removes what nobody needs anymore, now and every hour until it is stopped, which waits for what has begun and begins nothing more. */
export function startSweeping(services: Groundwork): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const sweep = async () => {
    for (const each of [deletions, media, (services: Groundwork) => sweepPostKeys(services)]) {
      if (ending.signal.aborted) return
      await each(services, ending.signal).catch((err) => {
        if (!ending.signal.aborted)
          services.log.error({ err }, 'What is not needed anymore could not be removed; it is tried again in an hour')
      })
    }
  }
  let latest = sweep()
  const timer = setInterval(() => {
    latest = sweep()
  }, HOUR).unref()
  return {
    stop() {
      ending.abort()
      clearInterval(timer)
      return latest
    },
  }
}
