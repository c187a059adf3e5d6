import { expect, test } from 'vitest'
import { hasPostgres15 } from '#api/test/postgres-15.ts'
import { primaryLost } from './promotion.ts'

test.skipIf(!hasPostgres15())(
  'when the primary is lost and its synchronous standby promoted, nothing acknowledged is lost and writes go on',
  {
    timeout: 120_000,
  },
  async () => {
    expect(await primaryLost(1)).toEqual([])
  },
)
