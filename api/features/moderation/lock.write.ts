import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Role } from '#api/database/generated/prisma/enums.ts'
import { AppError } from '#api/lib/errors.ts'

// Lock users, then posts, then reports and appeals, each in the order of their ids, as the deletion
// of an account does.

export interface LockedUser {
  id: string
  role: Role
}

/** @returns the users that exist, by id */
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

/**
 * The role that counts when the decision commits: a demotion meanwhile waits or is seen.
 * @throws AppError FORBIDDEN
 */
export function requireStillModerator(
  users: Map<string, LockedUser>,
  moderatorId: string,
): LockedUser {
  const moderator = users.get(moderatorId)
  if (!moderator || moderator.role === 'MEMBER') throw new AppError('FORBIDDEN', 'MODERATORS_ONLY')
  return moderator
}

/** @returns the posts that exist */
export async function lockPosts(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<string[]> {
  // SQL: row locks in order.
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Post" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`
  return rows.map(({ id }) => id)
}
