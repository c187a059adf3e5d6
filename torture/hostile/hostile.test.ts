import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { attacks } from './attacks.ts'
import { runAttack } from './hostile.ts'
import { startSmallProduct } from './small-product.ts'

/** Only memory that does not return to normal takes so long. */
const RECOVERY_MS = 120_000
/** All caches and buffers that clients can fill are smaller than this together. */
const MAX_RETAINED_BYTES = 24e6

const product = await startSmallProduct()
registerCleanup(() => product.stop())

test.each(attacks.map((attack) => [attack.name, attack] as const))(
  'a process with a heap of 512 MB survives %s and releases the memory',
  async (_name, attack) => {
    const { statuses, failures, bytesBefore, bytesAfter } = await runAttack(attack, product, {
      requests: attack.sufficientRequests,
      recoveryMs: RECOVERY_MS,
      maxRetainedBytes: MAX_RETAINED_BYTES,
    })
    expect(product.isAlive()).toBe(true)
    expect(failures).toBe(0)
    expect(Object.keys(statuses).filter((status) => /^5/.test(status) && status !== '503')).toEqual(
      [],
    )
    expect(bytesAfter - bytesBefore).toBeLessThan(MAX_RETAINED_BYTES)
  },
)
