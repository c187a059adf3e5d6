import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBatcher } from './batch.ts'

test('the callers of a batch go on in turns of 10 ms', async () => {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  let turn = 0
  const turnOf: Record<string, number> = {}
  const read = createBatcher(async (keys: readonly string[]) => keys, {
    name: 'test',
    concurrency: 1,
    maxBatchSize: 4,
  })
  const calls = ['a', 'b', 'c', 'd'].map(async (key) => {
    turnOf[await read(key)] = turn
    now += 5
  })
  const all = Promise.all(calls)
  while (Object.keys(turnOf).length < calls.length) {
    await setImmediate()
    turn++
  }
  await all
  const [first = 0] = Object.values(turnOf)
  expect(turnOf).toEqual({ a: first, b: first, c: first + 1, d: first + 1 })
})
