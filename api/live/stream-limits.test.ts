import { expect, test } from 'vitest'
import { StreamCounts, streamLimits } from './stream-limits.ts'

const owner = (number: number) => ({ accountId: null, address: `address ${number}` })

test('a process has at most 2,000 streams, and a place is free again when one ends', () => {
  const counts = new StreamCounts()
  for (let number = 0; number < streamLimits.perProcess; number++) counts.add(owner(number))
  expect(() => counts.add(owner(2_000))).toThrow('Too many streams: perProcess')
  counts.remove(owner(7))
  counts.add(owner(2_000))
  expect(() => counts.add(owner(2_001))).toThrow('Too many streams: perProcess')
})
