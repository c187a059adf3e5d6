import { expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { attacks } from './attacks.ts'
import { attackWith } from './hostile.ts'
import { startSmallProduct } from './small-product.ts'

const PATIENCE = 120_000
const RECOVERY = 20_000
/** Bytes that one attack may leave: every cache and buffer that callers can fill is bounded below this in all. */
const MAX_LEFT = 24e6

const product = await startSmallProduct()
afterwards(() => product.stop())

test.each(attacks.map((attack) => [attack.name, attack] as const))(
  'a process with a heap of 512 MB survives %s, and keeps none of it',
  { timeout: PATIENCE },
  async (_name, attack) => {
    const { statuses, unwell, atRest, afterwards } = await attackWith(attack, product, {
      requests: attack.enough,
      recoveryMs: RECOVERY,
    })
    expect(product.isAlive()).toBe(true)
    expect(unwell).toBe(0)
    expect(Object.keys(statuses).filter((status) => /^5/.test(status) && status !== '503')).toEqual(
      [],
    )
    expect(afterwards - atRest).toBeLessThan(MAX_LEFT)
  },
)
