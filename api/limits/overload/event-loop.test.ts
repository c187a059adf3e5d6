import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoop } from './event-loop.ts'

/** Keeps the event loop busy. */
async function spin(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const blockedUntil = performance.now() + 50
    while (performance.now() < blockedUntil);
    await setTimeout(0)
  }
}

test('a busy event loop is saturated until it has idle time again', async () => {
  const eventLoop = new EventLoop()
  await setTimeout(300)
  expect(eventLoop.isSaturated).toBe(false)
  await spin(300)
  expect(eventLoop.isSaturated).toBe(true)
  await setTimeout(300)
  expect(eventLoop.isSaturated).toBe(false)
})
