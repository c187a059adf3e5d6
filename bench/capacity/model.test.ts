import { expect, test } from 'vitest'
import { type Costs, firstLimit, kinds, needsOf, type Sizes, totalOf } from './model.ts'

const cost = { product: 1, database: 2, statements: 2, bytes: 1_000, walBytes: 0 }
const costs = Object.fromEntries(kinds.map((kind) => [kind, cost])) as unknown as Costs
const sizes: Sizes = { post: 2_000, like: 100, process: 200, stream: 0.1, streamCpu: 0.01 }

test('needs grow with the people, and rest on the costs', () => {
  const [few, many] = [needsOf(10_000, costs, sizes), needsOf(1_000_000, costs, sizes)]
  expect(many.requestsPerSecond / few.requestsPerSecond).toBeCloseTo(100)
  // 33.3 requests a day in the busiest hour, each a millisecond, half of a core busy.
  expect(few.databaseCores).toBeCloseTo((((33.286 * 10_000) / 86_400) * 3 * 0.002) / 0.5, 3)
  expect(few.productMemoryGb).toBeCloseTo((200 + 500 * 0.1) / 1_000)
  expect(few.diskGb).toBeCloseTo((10_000 * 365 * ((2 / 7) * 2_000 + 10 * 100)) / 1e9)
})

test('the first limit is the one that is fullest', () => {
  const needs = needsOf(1_000_000, costs, sizes)
  const { name, share, remedy } = firstLimit({ ...needs, diskGb: 1e6 })
  expect([name, share, remedy]).toEqual(['diskGb', 500, 'partitions on more disks'])
})

test('a mix of requests takes the sum of its parts', () => {
  const counts = { feed: 2, following: 0, notifications: 0, like: 1, post: 0 }
  expect(totalOf(counts, costs, 'database')).toBe(6)
})
