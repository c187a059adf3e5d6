import pLimit from 'p-limit'
import type { Database } from '#api/database/client.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** The advisory lock that a backup holds while it reads pictures. */
export const PICTURES_LOCK = 72707370
/** Each holds a database connection, and slow storage must not hold all of them. */
const limitTransactions = pLimit(4)
/**
 * Longer than a bucket can take for all files of a picture, with retries: the end of a transaction
 * would free the lock while its requests go on.
 */
const TRANSACTION_TIMEOUT_MS = 120_000

/** Runs a transaction in which no other one writes or removes the picture's files. */
export function withLockedPicture<Result>(
  database: Database,
  hash: string,
  run: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  const runLocked = async (transaction: Prisma.TransactionClient) => {
    await lockPicture(transaction, hash)
    return run(transaction)
  }
  return limitTransactions(() =>
    database.$transaction(runLocked, { timeout: TRANSACTION_TIMEOUT_MS }),
  )
}

/** Locks a picture's files against writing and removal until the transaction ends. */
export async function lockPicture(
  transaction: Prisma.TransactionClient,
  hash: string,
): Promise<void> {
  const name = `picture ${hash}`
  // SQL: advisory lock.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/**
 * Keeps backups from reading pictures until the transaction ends.
 * @returns false while a backup reads them: their files must stay then
 */
export async function tryLockForRemoval(transaction: Prisma.TransactionClient): Promise<boolean> {
  // SQL: advisory lock.
  const [lock] = await transaction.$queryRaw<
    { acquired: boolean }[]
  >`SELECT pg_try_advisory_xact_lock_shared(${PICTURES_LOCK}) AS acquired`
  return lock?.acquired === true
}
