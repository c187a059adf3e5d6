import { expect } from 'vitest'

/** Does it once to warm up and three times more, since the machine may be busy with something else. The quickest has to end within a second. */
export async function quickest<Result>(work: () => Promise<Result>): Promise<Result> {
  const times: number[] = []
  let result = await work()
  for (let n = 0; n < 3; n++) {
    const before = performance.now()
    result = await work()
    times.push(performance.now() - before)
  }
  expect(Math.min(...times)).toBeLessThan(1_000)
  return result
}
