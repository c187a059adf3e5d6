import { hasLink } from '#rules/links.ts'
import { actorOf } from './actor.ts'
import type { Context } from './context.ts'
import { AppError } from './lib/errors.ts'
import { timeOf } from './lib/ids.ts'
import type { LimitName } from './limits/rate-limits.ts'
import { LOOPBACK } from './settings/shapes.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the actor's account is in its first day, on a server that others can reach. */
function isNewAccount(context: Context): boolean {
  const { host, rateLimit } = context.settings
  if (!rateLimit || LOOPBACK.test(host)) return false
  const { id, role } = actorOf(context)
  return role === 'MEMBER' && Date.now() - timeOf(id).getTime() < DAY_MS
}

/**
 * Consumes a point of the stricter limit of new accounts.
 * @throws AppError RATE_LIMITED
 */
export async function consumeNewAccountLimit(
  context: Context,
  limit: Extract<LimitName, `newAccount${string}`>,
): Promise<void> {
  if (isNewAccount(context)) await context.limits.consume(limit, actorOf(context).id)
}

/**
 * Keeps links out of the posts of new accounts.
 * @throws AppError FORBIDDEN
 */
export function requireNoLink(context: Context, content: string): void {
  if (isNewAccount(context) && hasLink(content))
    throw new AppError('FORBIDDEN', 'NEW_ACCOUNT_LINK', { field: 'content' })
}
