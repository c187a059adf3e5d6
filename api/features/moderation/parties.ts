import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { type LockedUser, lockUsers } from '../user/lock-users.ts'

// Lock users, then posts, then reports and appeals, each in the order of their ids, as the deletion
// of an account does.

/** The moderator of an act and the member whom it concerns, both locked. */
export interface Parties {
  moderator: LockedUser
  /** Null if the account is gone. */
  member: LockedUser | null
}

/** @throws AppError FORBIDDEN for someone who is no moderator anymore */
export async function lockParties(
  transaction: Prisma.TransactionClient,
  memberId: string | null,
  { moderatorId }: { moderatorId: string },
): Promise<Parties> {
  const users = await lockUsers(transaction, [memberId, moderatorId])
  const moderator = requireStillModerator(users, moderatorId)
  return { moderator, member: memberId === null ? null : (users.get(memberId) ?? null) }
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
