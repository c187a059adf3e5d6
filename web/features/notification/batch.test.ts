import { expect, test } from 'vitest'
import { batchesOf, batchTitle } from './batch.ts'

const now = new Date(2026, 2, 14, 21)
const at = (day: number, hour: number) => new Date(2026, 2, day, hour)

test.each([
  [at(14, 0), 'This morning'],
  [at(14, 12), 'This afternoon'],
  [at(14, 18), 'This evening'],
  [at(13, 23), 'Yesterday'],
  [at(13, 0), 'Yesterday'],
  [at(12, 23), '12 March 2026'],
])('%s is under %s', (time, title) => {
  expect(batchTitle(time, now)).toBe(title)
})

test('notifications of one heading stay together, in their order', () => {
  const items = ['2020-03-05T12:00:00Z', '2020-03-05T11:00:00Z', '2020-03-03T12:00:00Z'].map(
    (createdAt) => ({ createdAt }),
  )
  expect(batchesOf(items)).toEqual([
    { title: '5 March 2020', items: items.slice(0, 2) },
    { title: '3 March 2020', items: items.slice(2) },
  ])
})
