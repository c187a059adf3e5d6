import type { Prisma } from '../../database/generated/prisma/client.ts'

/** Until its transaction ends, nobody else writes or removes this picture's files, in this process or another. */
export async function lockPicture(transaction: Prisma.TransactionClient, hash: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`picture ${hash}`}, 0))`
}
