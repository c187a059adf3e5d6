import type { Context, Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { limitKey } from '#api/limits/rate-limits.ts'
import { words } from '../common/messages.ts'
import { hashPassword, PASSWORD_PROVIDER, verifyPassword } from '../common/password-hash.ts'
import { endResetLinks, isLink, linkGone, markVerified, takeLink } from '../mail/mail-link.write.ts'
import type { Session } from '../session/session.ts'
import { endOtherSessions } from '../session/session-list.ts'

/** A password as it was typed, and the input that it came by. */
interface Typed {
  password: string
  field: string
}

/**
 * Checks the account's password in a live session. Tries count for the session, not as signing in: others who try
 * passwords for the account cannot use them up.
 * @returns the stored hash
 * @throws AppError FORBIDDEN when the password is wrong, RATE_LIMITED
 */
export async function confirmPassword(
  context: Context,
  { userId, token }: Session,
  { password, field }: Typed,
): Promise<string> {
  await context.limits.consume('confirmPassword', limitKey(token))
  const account = await context.database.account.findFirst({
    where: { userId, providerId: PASSWORD_PROVIDER },
    select: { password: true },
  })
  const hash = account?.password
  if (!hash || !(await verifyPassword({ hash, password })))
    throw new AppError('FORBIDDEN', words.passwordWrong, { field })
  return hash
}

/**
 * Gives an account a new password, and ends all of its sessions but the one that asks.
 * @throws AppError FORBIDDEN when the current one is another, RATE_LIMITED
 */
export async function changePassword(
  context: Context,
  session: Session,
  change: { current: string; next: string },
): Promise<void> {
  const { userId, token } = session
  const typed = { password: change.current, field: 'currentPassword' }
  const known = await confirmPassword(context, session, typed)
  const password = await hashPassword(change.next)
  const { database } = context
  await database.$transaction(async (transaction) => {
    // Of two changes at once, the later one no longer knows the password.
    const { count } = await transaction.account.updateMany({
      where: { userId, providerId: PASSWORD_PROVIDER, password: known },
      data: { password },
    })
    if (count === 0) throw new AppError('FORBIDDEN', words.passwordWrong, { field: typed.field })
    await endOtherSessions(transaction, userId, token)
    await endResetLinks(transaction, userId)
  })
}

/**
 * Gives the account of a link a new password, and ends all of its sessions and what other links to do the same there are. Nobody
 * is signed in by it.
 * @throws AppError BAD_INPUT when the link was used, ran out or never was; RATE_LIMITED
 */
export async function resetByLink(
  { database }: Pick<Services, 'database'>,
  token: string,
  password: string,
): Promise<void> {
  // Looked for before the costly hash.
  if (!(await isLink({ database }, 'RESET_PASSWORD', token))) throw linkGone()
  const hash = await hashPassword(password)
  await database.$transaction(async (transaction) => {
    const link = await takeLink(transaction, 'RESET_PASSWORD', token)
    await transaction.account.updateMany({
      where: { userId: link.userId, providerId: PASSWORD_PROVIDER },
      data: { password: hash },
    })
    await transaction.session.deleteMany({ where: { userId: link.userId } })
    await endResetLinks(transaction, link.userId)
    await markVerified(transaction, link)
  })
}
