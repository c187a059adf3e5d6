import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** Locks users in the order of their ids, as all statements that change pairs of users. */
export async function lockUsers(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<void> {
  // SQL: row locks in order.
  await transaction.$executeRaw`
    SELECT FROM "User" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR NO KEY UPDATE`
}
