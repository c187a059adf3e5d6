import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delayRejections } from './delay-rejections.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function paused(count: number) {
  const released: number[] = []
  const pause = delayRejections((item: number) => released.push(item))
  for (let item = 0; item < count; item++) pause(item)
  return { released, pause }
}

test('few wait for a fifth of a second and are let go of together, in their order', () => {
  const { released } = paused(100)
  vi.advanceTimersByTime(199)
  expect(released).toEqual([])
  vi.advanceTimersByTime(1)
  expect(released).toEqual(Array.from({ length: 100 }, (_, item) => item))
})

test('of many, 2,500 a second are let go of, and whoever comes later waits longer', () => {
  const { released, pause } = paused(5_000)
  vi.advanceTimersByTime(1_150)
  expect(released).toHaveLength(2_500)
  pause(-1)
  vi.advanceTimersByTime(1_000)
  expect(released.at(-1)).toBe(4_999)
  vi.advanceTimersByTime(50)
  expect(released.at(-1)).toBe(-1)
})

test('of more than there can be connections, the oldest do not wait', () => {
  const { released } = paused(12_000)
  vi.advanceTimersByTime(50)
  expect(released).toHaveLength(2_000)
})
