import { expect } from 'vitest'
import type { Database } from '#api/database/client.ts'
import { lockWaits } from './lock-waits.ts'

/**
 * Calls a function while a transaction deletes an account, and ends the transaction once what was
 * called waits for it.
 */
export async function whileDeleted<T>(
  database: Database,
  uuid: string,
  call: () => Promise<T>,
): Promise<T> {
  let result: Promise<T> | undefined
  await database.$transaction(
    async (transaction) => {
      await transaction.user.delete({ where: { id: uuid } })
      result = call()
      await expect.poll(() => lockWaits(database)).toBeGreaterThan(0)
    },
    { timeout: 120_000, maxWait: 120_000 },
  )
  return result as Promise<T>
}
