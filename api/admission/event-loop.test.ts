import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { EventLoop } from './event-loop.ts'

/** Readings of an event loop, and a way to let time pass. */
function simulatedClock() {
  let [active, idle] = [0, 0]
  const read = (): EventLoopUtilization => ({ active, idle, utilization: active / (active + idle) })
  return {
    now: () => active + idle,
    /** Two readings have a difference, as in Node. */
    eventLoopUtilization: (current?: EventLoopUtilization, previous?: EventLoopUtilization) =>
      current ? performance.eventLoopUtilization(current, previous) : read(),
    pass(activeMs: number, idleMs: number) {
      active += activeMs
      idle += idleMs
    },
  }
}

test('a busy event loop is saturated until it has idle time again', () => {
  const clock = simulatedClock()
  const eventLoop = new EventLoop(clock)
  const isSaturatedAfter = (activeMs: number, idleMs: number) => {
    clock.pass(activeMs, idleMs)
    return eventLoop.isSaturated
  }
  expect(isSaturatedAfter(0, 300)).toBe(false)
  expect(isSaturatedAfter(300, 0)).toBe(true)
  expect(isSaturatedAfter(70, 30)).toBe(true)
  expect(isSaturatedAfter(70, 80)).toBe(false)
  expect(isSaturatedAfter(225, 75)).toBe(false)
  expect(isSaturatedAfter(226, 74)).toBe(true)
  expect(isSaturatedAfter(0, 300)).toBe(false)
})

test('a burst after a quiet time counts from its beginning', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  registerCleanup(() => vi.useRealTimers())
  const clock = simulatedClock()
  const eventLoop = new EventLoop(clock)
  clock.pass(0, 60_000)
  vi.advanceTimersByTime(200)
  clock.pass(210, 0)
  expect(eventLoop.isSaturated).toBe(true)
})

test('by default it reads the utilization of this process', () => {
  const eventLoop = new EventLoop()
  const startedAt = performance.now()
  // A task that does not end has no idle time.
  while (performance.now() - startedAt <= 201);
  expect(eventLoop.isSaturated).toBe(true)
})
