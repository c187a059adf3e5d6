import { expect, test } from 'vitest'
import { createLimits } from './rate-limits.ts'

test('what is given back can be used again, once', async () => {
  const limits = createLimits()
  const use = () =>
    limits.consume('signUp', 'ann').then(
      () => true,
      () => false,
    )
  const used = []
  for (let time = 0; time < 6; time++) used.push(await use())
  await limits.refund('signUp', 'ann')
  await limits.refund('signUp', 'ann')
  used.push(await use(), await use())
  expect(used).toEqual([true, true, true, true, true, false, true, false])
})
