import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoop } from './event-loop.ts'

/** Leaves the event loop no time for others for so many milliseconds. */
async function spin(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const pause = performance.now() + 50
    while (performance.now() < pause);
    await setTimeout(0)
  }
}

test('an event loop that has no time left is saturated, until it has some', async () => {
  const eventLoop = new EventLoop()
  await setTimeout(300)
  expect(eventLoop.isSaturated).toBe(false)
  await spin(300)
  expect(eventLoop.isSaturated).toBe(true)
  await setTimeout(300)
  expect(eventLoop.isSaturated).toBe(false)
})
