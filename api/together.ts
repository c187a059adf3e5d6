import { afterGathering } from './gather.ts'

/**
 * Does one thing for all who ask for it before it begins. It is done once at a time, so that what each gets began after they asked.
 * @returns asks for it
 */
export function together<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | null = null
  let waiting = 0

  async function begin(): Promise<Result> {
    try {
      await underWay
    } catch (error) {
      // Who waited while it failed need not wait for the same again.
      underWay = Promise.resolve()
      next = null
      waiting = 0
      throw error
    }
    await new Promise<void>((resolve) => afterGathering(() => waiting, Number.POSITIVE_INFINITY, resolve))
    next = null
    waiting = 0
    const result = work()
    underWay = result
    return result
  }

  return () => {
    waiting++
    next ??= begin()
    return next
  }
}
