import { expect, test } from 'vitest'
import type { Measured, Round } from '../workloads/measure.ts'
import { perSecond, ratioIn, spreadOf } from './statistics.ts'
import { targetsOf } from './targets.ts'

const none = {
  bytes: 0,
  sent: 0,
  good: 0,
  connectErrors: 0,
  readErrors: 0,
  writeErrors: 0,
  timeouts: 0,
  statusErrors: 0,
  mean: 1,
  max: 1,
}
const round = (requests: number, p99 = 1): Round => ({
  ...none,
  seconds: 1,
  requests,
  p50: 1,
  p95: 1,
  p99,
  cpu: 1,
  statements: null,
})

/** Half as fast in the second round, as on a busy machine. */
const feed: Measured = {
  workload: 'feed',
  title: '',
  connections: 32,
  rounds: {
    sql: [round(100), round(50), round(100)],
    ours: [round(350, 2), round(175, 2), round(330, 2)],
  },
}
const report = {
  createdAt: '',
  commit: '',
  machine: { processor: '', cores: 2, memory: '', system: '' },
  loadAverage: 0,
  versions: {},
  posts: 1,
  pace: { rounds: 3, seconds: 1, warmUp: 1 },
}

test('a spread has the median, the lowest and the highest value', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 })
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, low: 1, high: 4 })
})

test('servers are compared round by round, so a slow round of both changes nothing', () => {
  expect(ratioIn(feed, 'ours', 'sql', perSecond)).toEqual({ median: 3.5, low: 3.3, high: 3.5 })
})

test('targets are met or missed, and unmeasured targets are left out', () => {
  const targets = targetsOf({ ...report, measured: [feed] })
  expect(targets.map(({ goal, actual, isMet }) => [goal, actual, isMet])).toEqual([
    ['at least 3 × sql', '3.50 ×', true],
    ['p99 no worse than sql’s', '2.00 ×', false],
  ])
})
