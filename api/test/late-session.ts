import { expect } from 'vitest'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { lockWaits } from './lock-waits.ts'

const PATIENCE_MS = 120_000

/** Sends a request that signs in, and commits a change right before its session is created. */
export async function changeBeforeSession<Result>(
  database: Database,
  signIn: () => Promise<Result>,
  change: (transaction: Prisma.TransactionClient) => Promise<unknown>,
): Promise<Result> {
  const signedIn = Promise.withResolvers<Result>()
  await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE "Session" IN EXCLUSIVE MODE`
      signIn().then(signedIn.resolve, signedIn.reject)
      await expect.poll(() => lockWaits(database)).toBe(1)
      await change(transaction)
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
  return signedIn.promise
}
