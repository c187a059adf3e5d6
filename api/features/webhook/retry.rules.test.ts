import { expect, test } from 'vitest'
import { nextAttempt, RETRY_MS } from './retry.rules.ts'

/** The times of all attempts when each fails at once, in milliseconds after the first. */
function attemptTimes(random: number): number[] {
  const times = [0]
  for (;;) {
    const next = nextAttempt(times.length, 0, times.at(-1) ?? 0, random)
    if (next === null) return times
    times.push(next)
  }
}

test('attempts follow each other with growing distance, the last one after three days', () => {
  expect(attemptTimes(0).slice(0, 6)).toEqual([0, 5, 25, 105, 425, 1_705].map((s) => s * 1_000))
  for (const random of [0, 0.5, 1]) {
    const times = attemptTimes(random)
    expect(times.at(-1)).toBe(RETRY_MS)
    expect(times.length).toBeGreaterThan(10)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  }
})
