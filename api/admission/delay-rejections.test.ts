import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delayRejections } from './delay-rejections.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function delayed(count: number) {
  const sent: number[] = []
  const reject = delayRejections((item: number) => sent.push(item))
  for (let item = 0; item < count; item++) reject(item)
  return { sent, reject }
}

test('a few rejections are sent together after 200 ms, in their order', () => {
  const { sent } = delayed(100)
  vi.advanceTimersByTime(199)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual(Array.from({ length: 100 }, (_, item) => item))
})

test('of many rejections 2,500 a second are sent, and later ones wait longer', () => {
  const { sent, reject } = delayed(5_000)
  vi.advanceTimersByTime(1_150)
  expect(sent).toHaveLength(2_500)
  reject(-1)
  vi.advanceTimersByTime(1_000)
  expect(sent.at(-1)).toBe(4_999)
  vi.advanceTimersByTime(50)
  expect(sent.at(-1)).toBe(-1)
})

test('beyond the maximum, the oldest rejections are sent without delay', () => {
  const { sent } = delayed(12_000)
  vi.advanceTimersByTime(50)
  expect(sent).toHaveLength(2_000)
})
