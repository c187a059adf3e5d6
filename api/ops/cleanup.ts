import type { CoreServices } from '#api/context.ts'
import { finishDeletions } from '#api/features/auth/account/delete-account.write.ts'
import { cleanUpMedia } from '#api/features/media/media.cleanup.ts'
import { deleteExpiredIdempotencyKeys } from '#api/features/post/idempotency-key.ts'

const HOUR = 60 * 60 * 1000

const deletions = (services: CoreServices, signal: AbortSignal) => finishDeletions(services, signal)
const media = (services: CoreServices, signal: AbortSignal) =>
  cleanUpMedia(services, Date.now(), signal)

interface Sweeping {
  /** From now on and every hour. */
  start(): void
  /** Resolves when what has begun is done. */
  stop(): Promise<void>
}

/**
 * Removes what nobody needs anymore.
 * @param asked begins with nothing more from then on, as `stop` does
 */
export function createSweeping(services: CoreServices, asked: AbortSignal): Sweeping {
  const stopping = new AbortController()
  const ending = AbortSignal.any([asked, stopping.signal])
  const sweep = async () => {
    for (const each of [
      deletions,
      media,
      (services: CoreServices) => deleteExpiredIdempotencyKeys(services),
    ]) {
      if (ending.aborted) return
      await each(services, ending).catch((err) => {
        if (!ending.aborted)
          services.log.error(
            { err },
            'What is not needed anymore could not be removed; it is tried again in an hour',
          )
      })
    }
  }
  let latest = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    latest = sweep()
  }
  return {
    start() {
      begin()
      timer = setInterval(begin, HOUR).unref()
    },
    stop() {
      stopping.abort()
      clearInterval(timer)
      return latest
    },
  }
}
