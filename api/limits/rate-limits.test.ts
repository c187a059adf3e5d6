import { expect, test } from 'vitest'
import { createLimits } from './rate-limits.ts'

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
