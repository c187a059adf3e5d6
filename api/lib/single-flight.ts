import { afterBatchWindow } from './batch-window.ts'

/**
 * Shares calls, which run one at a time: each caller gets the result of one that started after its
 * own. A rejection also rejects the queued callers.
 */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  let next: Promise<Result> | null = null
  let waiting = 0

  async function start(): Promise<Result> {
    try {
      await running
      await new Promise<void>((resolve) =>
        afterBatchWindow(() => waiting, Number.POSITIVE_INFINITY, resolve),
      )
    } finally {
      next = null
      waiting = 0
    }
    running = work().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    waiting++
    next ??= start()
    return next
  }
}
