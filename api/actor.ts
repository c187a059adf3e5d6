import { messages } from '#rules/messages.ts'
import type { Context, Viewer } from './context.ts'
import { AppError } from './lib/errors.ts'
import { requireDiskSpace } from './limits/disk-space.ts'
import type { LimitName } from './limits/rate-limits.ts'

/**
 * Whoever a change is made by.
 * @throws AppError UNAUTHENTICATED when the caller is nobody, FORBIDDEN for who has no username yet
 */
export function actorOf({ viewer }: Context): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
  if (viewer.needsUsername)
    throw new AppError('FORBIDDEN', 'Choose a username first. You find it in your settings.')
  return viewer
}

/**
 * For a write that failed: its account may have been deleted since the request came.
 * @throws AppError UNAUTHENTICATED when it was
 */
export async function requireExistingAccount({ users }: Pick<Context, 'users'>, id: string): Promise<void> {
  if (!(await users.byId(id))) throw new AppError('UNAUTHENTICATED', messages.signInFirst)
}

/**
 * Counts a change against what its account may do. The demo user is many people, so it has limits of its own: for each
 * address, and in all.
 * @throws AppError RATE_LIMITED; OUT_OF_SPACE when the disk is as good as full
 */
export async function consumeWriteLimit(
  context: Context,
  limit?: Extract<LimitName, 'post' | 'like' | 'profile' | 'upload'>,
): Promise<void> {
  const { id, isDemo } = actorOf(context)
  // Who deletes is let: that makes room.
  if (limit) await requireDiskSpace(context.settings, limit === 'upload' ? 'upload' : 'change')
  if (isDemo) {
    await context.limits.consume('demoWriteFromAddress', context.clientAddress)
    await context.limits.consume('demoWrite', id)
  } else if (limit) await context.limits.consume(limit, id)
}
