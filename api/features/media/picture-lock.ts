import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** The advisory lock that a backup holds while it reads pictures. */
export const PICTURES_LOCK = 72707370

/** Until its transaction ends, nobody else writes or removes this picture's files, in this process or another. */
export async function lockPicture(
  transaction: Prisma.TransactionClient,
  hash: string,
): Promise<void> {
  // SQL: advisory lock.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`picture ${hash}`}, 0))`
}

/** Whether pictures' files may be removed until the transaction ends: not while a backup reads them. What is left is swept later. */
export async function mayRemovePictures(transaction: Prisma.TransactionClient): Promise<boolean> {
  // SQL: advisory lock.
  const [lock] = await transaction.$queryRaw<
    { free: boolean }[]
  >`SELECT pg_try_advisory_xact_lock_shared(${PICTURES_LOCK}) AS free`
  return lock?.free === true
}
