import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

/** A single flight whose calls the test settles. */
function controlled() {
  const runs: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const call = singleFlight(
    () => new Promise<number>((resolve, reject) => runs.push({ resolve, reject })),
  )
  const started = (count: number) => expect.poll(() => runs.length).toBe(count)
  return { call, runs, started }
}

test('concurrent callers share a run, and callers during that run share the next one', async () => {
  const { call, runs, started } = controlled()
  const first = [call(), call()]
  await started(1)
  const second = [call(), call(), call()]
  runs[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await started(2)
  runs[1]?.resolve(2)
  expect(await Promise.all(second)).toEqual([2, 2, 2])
  expect(runs).toHaveLength(2)
})

test('a failed run rejects its queued callers too, and no later ones', async () => {
  const { call, runs, started } = controlled()
  const first = call()
  await started(1)
  const waiting = call()
  runs[0]?.reject(new Error('away'))
  expect((await Promise.allSettled([first, waiting])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  const alone = call()
  await started(2)
  runs[1]?.reject(new Error('still away'))
  await expect(alone).rejects.toThrow('still away')
  const later = call()
  await started(3)
  runs[2]?.resolve(3)
  expect(await later).toBe(3)
})
