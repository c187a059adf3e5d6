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
