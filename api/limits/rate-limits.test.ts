import { expect, test } from 'vitest'
import { createLimits, tryConsume } from './rate-limits.ts'

test('a refunded point can be consumed again, once', async () => {
  const limits = createLimits()
  const consume = () =>
    limits.consume('signUp', 'ann').then(
      () => true,
      () => false,
    )
  const results = []
  for (let count = 0; count < 6; count++) results.push(await consume())
  await limits.refund('signUp', 'ann')
  await limits.refund('signUp', 'ann')
  results.push(await consume(), await consume())
  expect(results).toEqual([true, true, true, true, true, false, true, false])
})

const address = (network: number, index: number) =>
  `2001:db8:${network.toString(16)}:${index.toString(16)}::/64`

test('the addresses of an IPv6 /48 share ten times the points of one', async () => {
  const limits = createLimits()
  const consume = (key: string) => tryConsume(limits, 'signUp', key)
  // One that is refused uses up nothing of its network.
  for (let count = 0; count < 100; count++) await consume(address(1, 0))
  const results = []
  for (let index = 1; index <= 60; index++) results.push(await consume(address(1, index)))
  expect(results.filter(Boolean)).toHaveLength(45)
  expect(await consume(address(2, 1))).toBe(true)
  expect(await consume('198.51.100.7')).toBe(true)
})
