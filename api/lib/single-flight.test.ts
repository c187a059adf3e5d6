import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

/** Work whose runs end when they are told to. */
function controlled() {
  const runs: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const ask = singleFlight(
    () => new Promise<number>((resolve, reject) => runs.push({ resolve, reject })),
  )
  const begun = (count: number) => expect.poll(() => runs.length).toBe(count)
  return { ask, runs, begun }
}

test('who asks at the same time shares a run, and who asks while it is under way shares the next', async () => {
  const { ask, runs, begun } = controlled()
  const first = [ask(), ask()]
  await begun(1)
  const second = [ask(), ask(), ask()]
  runs[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await begun(2)
  runs[1]?.resolve(2)
  expect(await Promise.all(second)).toEqual([2, 2, 2])
  expect(runs).toHaveLength(2)
})

test('a run that fails fails for those who wait as well, and for nobody who asks later', async () => {
  const { ask, runs, begun } = controlled()
  const first = ask()
  await begun(1)
  const waiting = ask()
  runs[0]?.reject(new Error('away'))
  expect((await Promise.allSettled([first, waiting])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  const alone = ask()
  await begun(2)
  runs[1]?.reject(new Error('still away'))
  await expect(alone).rejects.toThrow('still away')
  const later = ask()
  await begun(3)
  runs[2]?.resolve(3)
  expect(await later).toBe(3)
})
