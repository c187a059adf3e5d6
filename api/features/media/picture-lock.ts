import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** The advisory lock that a backup holds while it reads pictures. */
export const PICTURES_LOCK = 72707370

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
