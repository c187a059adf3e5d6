import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Role } from '#api/database/generated/prisma/enums.ts'

export interface LockedUser {
  id: string
  role: Role
}

/**
 * Locks users in the order of their ids, as all statements that change pairs of users.
 * @returns those that exist, by id
 */
export async function lockUsers(
  transaction: Prisma.TransactionClient,
  ids: readonly (string | null)[],
): Promise<Map<string, LockedUser>> {
  // SQL: row locks in order.
  const rows = await transaction.$queryRaw<LockedUser[]>`
    SELECT "id", "role" FROM "User" WHERE "id" = ANY(${ids.filter((id) => id !== null)}::uuid[])
    ORDER BY "id" FOR NO KEY UPDATE`
  return new Map(rows.map((row) => [row.id, row]))
}
