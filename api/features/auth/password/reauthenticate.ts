import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { requirePassword } from '../common/account-input.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import type { Session } from '../session/session.ts'
import { verifyCurrentPassword } from './password.write.ts'

/** Without a password, a sign-in this recent counts as reauthentication. */
const RECENT_SIGN_IN_MS = 10 * 60 * 1000

/** False for an account that only signs in with a provider. */
export async function hasPassword(database: Database, userId: string): Promise<boolean> {
  return (await database.account.count({ where: { userId, providerId: PASSWORD_PROVIDER } })) > 0
}

/** @throws AppError FORBIDDEN if the session is too old */
async function requireRecentSignIn(database: Database, { token }: Session): Promise<void> {
  const since = new Date(Date.now() - RECENT_SIGN_IN_MS)
  const recent = await database.session.count({ where: { token, createdAt: { gt: since } } })
  if (recent === 0) throw new AppError('FORBIDDEN', 'SIGN_IN_AGAIN')
}

/**
 * Checks the password. An account without one needs a recent sign-in instead.
 * @throws AppError BAD_INPUT, FORBIDDEN, RATE_LIMITED
 */
export async function reauthenticate(
  context: Context,
  session: Session,
  { password }: { password?: string | undefined },
): Promise<void> {
  if (await hasPassword(context.database, session.userId)) {
    const input = { password: requirePassword(password), field: 'password' }
    await verifyCurrentPassword(context, session, input)
  } else await requireRecentSignIn(context.database, session)
}
