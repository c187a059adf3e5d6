import { expect } from 'vitest'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** Limits of a transaction that only a hanging test reaches. */
export const PATIENT = { timeout: 120_000, maxWait: 120_000 }

/** The number of statements that wait for a lock in the test's database. */
export async function lockWaits(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row?.count ?? 0
}

interface Meanwhile<Result> {
  /** Takes the locks. */
  lock: (transaction: Prisma.TransactionClient) => Promise<unknown>
  /** What has to wait for the locks. */
  call: () => Promise<Result>
  /** The number of statements that will wait. */
  waiting?: number
  /** Changes something before the locks are released. */
  change?: (transaction: Prisma.TransactionClient) => Promise<unknown>
}

/** Calls a function while a transaction holds locks, which commits once the call waits for them. */
export async function whileLocked<Result>(
  database: Database,
  { lock, call, waiting = 1, change }: Meanwhile<Result>,
): Promise<Result> {
  const called = Promise.withResolvers<Result>()
  await database.$transaction(async (transaction) => {
    await lock(transaction)
    call().then(called.resolve, called.reject)
    await expect.poll(() => lockWaits(database)).toBe(waiting)
    await change?.(transaction)
  }, PATIENT)
  return called.promise
}

/** Calls a function while an account is deleted. */
export const whileDeleted = <Result>(
  database: Database,
  uuid: string,
  call: () => Promise<Result>,
): Promise<Result> =>
  whileLocked(database, {
    lock: (transaction) => transaction.user.delete({ where: { id: uuid } }),
    call,
  })

/** Commits a change right before the session of a sign-in is created. */
export const changeBeforeSession = <Result>(
  database: Database,
  signIn: () => Promise<Result>,
  change: (transaction: Prisma.TransactionClient) => Promise<unknown>,
): Promise<Result> =>
  whileLocked(database, {
    lock: (transaction) => transaction.$executeRaw`LOCK TABLE "Session" IN EXCLUSIVE MODE`,
    call: signIn,
    change,
  })
