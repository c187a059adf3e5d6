import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { readOwnPassword } from '../common/account-input.ts'
import { words } from '../common/messages.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import type { Session } from '../session/session.ts'
import { confirmPassword } from './password.write.ts'

/** How long after signing in somebody without a password is still taken at their word. */
const FRESH = 10 * 60 * 1000

/** Whether an account can sign in with a password; one that came by way of another provider has none. */
export async function hasPassword(database: Database, userId: string): Promise<boolean> {
  return (await database.account.count({ where: { userId, providerId: PASSWORD_PROVIDER } })) > 0
}

/**
 * Makes sure that somebody without a password has signed in just now.
 * @throws AppError FORBIDDEN
 */
async function confirmFresh(database: Database, { token }: Session): Promise<void> {
  const since = new Date(Date.now() - FRESH)
  const fresh = await database.session.count({ where: { token, createdAt: { gt: since } } })
  if (fresh === 0) throw new AppError('FORBIDDEN', words.signInAgain)
}

/**
 * Makes sure that it is really them, by the password, or where there is none by when they signed in.
 * @throws AppError BAD_INPUT, FORBIDDEN, RATE_LIMITED
 */
export async function confirmOwner(
  context: Context,
  session: Session,
  body: Record<string, unknown>,
): Promise<void> {
  if (await hasPassword(context.database, session.userId)) {
    await confirmPassword(context, session, { password: readOwnPassword(body), field: 'password' })
  } else await confirmFresh(context.database, session)
}
