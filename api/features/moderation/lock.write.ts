import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import type { LockedUser } from '../user/lock-users.ts'

// Lock users, then posts, then reports and appeals, each in the order of their ids, as the deletion
// of an account does.

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
