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

test('the addresses of an IPv6 /48 have at most 200 streams together', () => {
  const counts = new StreamCounts()
  const at = (network: string) => ({ accountId: null, address: `2001:db8:1:${network}::/64` })
  for (let number = 0; number < streamLimits.perNetwork; number++)
    counts.add(at(number.toString(16)))
  expect(() => counts.add(at('ffff'))).toThrow('Too many streams: perNetwork')
  counts.add({ accountId: null, address: '2001:db8:2:0::/64' })
  counts.remove(at('0'))
  counts.add(at('ffff'))
})
