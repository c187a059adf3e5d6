import type { Context, Suspension, Viewer } from './context.ts'
import { AppError } from './lib/errors.ts'
import { requireDiskSpace } from './limits/disk-space.ts'
import type { WriteLimit } from './limits/rate-limits.ts'

const dateFormat = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/**
 * The account that makes a change.
 * @param options.mayBeSuspended for the few changes that a suspended account can make
 * @throws AppError UNAUTHENTICATED without an account, FORBIDDEN without a username or while the
 * account is suspended
 */
export function actorOf({ viewer }: Context, { mayBeSuspended = false } = {}): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  if (viewer.needsUsername) throw new AppError('FORBIDDEN', 'USERNAME_NEEDED')
  if (!mayBeSuspended) refuseSuspended(viewer)
  return viewer
}

/** @throws AppError FORBIDDEN */
export function refuseSuspended({ suspension }: Viewer): void {
  if (suspension) throw suspended(suspension)
}

/** Like `actorOf`, for changes that belong to one person: the demo user is shared by many. */
export function memberOf(context: Context, options?: { mayBeSuspended?: boolean }): Viewer {
  const actor = actorOf(context, options)
  if (actor.isDemo) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  return actor
}

/** Whether a user's private fields are the viewer's to read. */
export function isOwner<Some extends Pick<Context, 'viewer'>>(
  userId: string,
  context: Some,
): context is Some & { viewer: Viewer } {
  return context.viewer?.id === userId && !context.viewer.isDemo
}

export function isModerator({ viewer }: Pick<Context, 'viewer'>): boolean {
  return viewer !== null && viewer.role !== 'MEMBER' && !viewer.suspension && !viewer.isDemo
}

/**
 * The moderator or administrator who acts. The one rule for all operations of moderation.
 * @throws AppError as `memberOf`, and FORBIDDEN for members
 */
export function moderatorOf(context: Context): Viewer {
  const member = memberOf(context)
  if (!isModerator(context)) throw new AppError('FORBIDDEN', 'MODERATORS_ONLY')
  return member
}

function suspended({ until }: Suspension): AppError {
  const end = until ? `until ${dateFormat.format(until)} (UTC)` : 'until a moderator lifts it'
  return new AppError('FORBIDDEN', 'SUSPENDED', {
    message: `Your account is suspended ${end}. Until then you can only read.`,
  })
}

/**
 * Explains a failed write: its account may have been deleted in the meantime.
 * @throws AppError UNAUTHENTICATED when the account does not exist
 */
export async function requireExistingAccount(
  { database }: Pick<Context, 'database'>,
  id: string,
): Promise<void> {
  const account = await database.user.findUnique({ where: { id }, select: { id: true } })
  if (!account) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
}

/**
 * Checks the disk space and consumes a point of the write limit. Many people share the demo user,
 * so it has limits of its own: for each address, and in total.
 * @throws AppError RATE_LIMITED, or OUT_OF_SPACE when the disk is nearly full
 */
export async function consumeWriteLimit(
  context: Context,
  limit?: WriteLimit,
  options?: { mayBeSuspended?: boolean },
): Promise<void> {
  const { id, isDemo } = actorOf(context, options)
  // Deletions have no limit: they free space.
  if (limit) await requireDiskSpace(context.settings, limit === 'upload' ? 'upload' : 'change')
  if (isDemo) {
    await context.limits.consume('demoWriteFromAddress', context.clientAddress)
    await context.limits.consume('demoWrite', id)
  } else if (limit) await context.limits.consume(limit, id)
}

interface LimitedWrite<Result> {
  options?: { mayBeSuspended?: boolean }
  isWritten?: (result: Result) => boolean
}

/**
 * Runs a member's write that consumes a point only if it writes something. For limits of a day,
 * which refused or repeated writes must not use up.
 * @throws AppError as `memberOf` and `consumeWriteLimit`
 */
export async function limitedWrite<Result>(
  context: Context,
  limit: WriteLimit,
  write: () => Promise<Result>,
  { options, isWritten = () => true }: LimitedWrite<Result> = {},
): Promise<Result> {
  const { id } = memberOf(context, options)
  await consumeWriteLimit(context, limit, options)
  try {
    const result = await write()
    if (!isWritten(result)) await context.limits.refund(limit, id)
    return result
  } catch (error) {
    await context.limits.refund(limit, id)
    throw error
  }
}
