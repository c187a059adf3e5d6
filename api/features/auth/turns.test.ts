import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

test('so many run at once, so many wait in order, and the next is refused', async () => {
  const inTurn = turns({ atOnce: 2, maxWaiting: 2, refusal: () => new Error('full') })
  const begun: number[] = []
  const works = [0, 1, 2, 3].map(() => held())
  const results = works.map(({ work }, index) =>
    inTurn(() => {
      begun.push(index)
      return work()
    }),
  )
  expect(begun).toEqual([0, 1])
  await expect(inTurn(async () => 'late')).rejects.toThrow('full')

  works[1]?.reject(new Error('failed'))
  await expect(results[1]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  for (const [index, { resolve }] of works.entries()) resolve(`done ${index}`)
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual(['done 0', 'done 2', 'done 3'])
  expect(begun).toEqual([0, 1, 2, 3])
  expect(await inTurn(async () => 'free')).toBe('free')
})
