import { expect } from 'vitest'

/** Expects the fastest of three runs, after a warm-up, to take less than a second. */
export async function expectFast<Result>(work: () => Promise<Result>): Promise<Result> {
  const times: number[] = []
  let result = await work()
  for (let n = 0; n < 3; n++) {
    const startedAt = performance.now()
    result = await work()
    times.push(performance.now() - startedAt)
  }
  expect(Math.min(...times)).toBeLessThan(1_000)
  return result
}
