import { expect, test } from 'vitest'
import { hasPostgres15 } from '#api/test/database/postgres-15.ts'
import { losePrimary } from './promotion.ts'
import { PATIENCE } from './time-limits.ts'

test.skipIf(!hasPostgres15())(
  'after the loss of the primary and the promotion of its synchronous standby, no acknowledged write is missing and writes continue',
  async () => {
    expect(await losePrimary(1, PATIENCE)).toEqual([])
  },
)
