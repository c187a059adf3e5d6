import { afterBatchWindow } from './batch-window.ts'

/**
 * Does one thing for all who ask for it before it begins. It is done once at a time, so that what each gets began after they asked. What
 * fails fails for those as well who wait for it to be over.
 * @returns asks for it
 */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null
  let next: Promise<Result> | null = null
  let waiting = 0

  async function begin(): Promise<Result> {
    try {
      await underWay
      await new Promise<void>((resolve) =>
        afterBatchWindow(() => waiting, Number.POSITIVE_INFINITY, resolve),
      )
    } finally {
      next = null
      waiting = 0
    }
    underWay = work().finally(() => {
      underWay = null
    })
    return underWay
  }

  return () => {
    waiting++
    next ??= begin()
    return next
  }
}
