import { messages } from '#rules/messages.ts'
import type { Context, Viewer } from './context.ts'
import { AppError } from './lib/errors.ts'
import { requireDiskSpace } from './limits/disk-space.ts'
import type { LimitName } from './limits/rate-limits.ts'

/**
 * The account that makes a change.
 * @throws AppError UNAUTHENTICATED without an account, FORBIDDEN without a username
 */
export function actorOf({ viewer }: Context): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
  if (viewer.needsUsername)
    throw new AppError('FORBIDDEN', 'Choose a username in your settings first.')
  return viewer
}

/**
 * Explains a failed write: its account may have been deleted in the meantime.
 * @throws AppError UNAUTHENTICATED when the account does not exist
 */
export async function requireExistingAccount(
  { users }: Pick<Context, 'users'>,
  id: string,
): Promise<void> {
  if (!(await users.byId(id))) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
}

/**
 * Checks the disk space and consumes a point of the write limit. Many people share the demo user,
 * so it has limits of its own: for each address, and in total.
 * @throws AppError RATE_LIMITED, or OUT_OF_SPACE when the disk is nearly full
 */
export async function consumeWriteLimit(
  context: Context,
  limit?: Extract<LimitName, 'post' | 'like' | 'profile' | 'upload'>,
): Promise<void> {
  const { id, isDemo } = actorOf(context)
  // Deletions have no limit: they free space.
  if (limit) await requireDiskSpace(context.settings, limit === 'upload' ? 'upload' : 'change')
  if (isDemo) {
    await context.limits.consume('demoWriteFromAddress', context.clientAddress)
    await context.limits.consume('demoWrite', id)
  } else if (limit) await context.limits.consume(limit, id)
}
