import type { Context, Services } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { limitKey } from '#api/limits/rate-limits.ts'
import { hashPassword, PASSWORD_PROVIDER, verifyPassword } from '../common/password-hash.ts'
import { consumeLink, isValidLink, linkInvalid, markVerified } from '../mail/mail-link.write.ts'
import type { Session } from '../session/session.ts'
import { lockAccount } from './login-methods.ts'
import { endOtherAccess } from './other-access.ts'

interface PasswordInput {
  password: string
  /** The request's field, named in the error. */
  field: string
}

/**
 * Checks the password of the session's account. The rate limit is per session, so attempts to sign
 * in from elsewhere cannot exhaust it.
 * @returns the stored hash
 * @throws AppError FORBIDDEN if the password is wrong, RATE_LIMITED
 */
export async function verifyCurrentPassword(
  context: Context,
  { userId, token }: Session,
  { password, field }: PasswordInput,
): Promise<string> {
  await context.limits.consume('confirmPassword', limitKey(token))
  const account = await context.database.account.findFirst({
    where: { userId, providerId: PASSWORD_PROVIDER },
    select: { password: true },
  })
  const hash = account?.password
  if (!hash || !(await verifyPassword({ hash, password })))
    throw new AppError('FORBIDDEN', 'PASSWORD_WRONG', { field })
  return hash
}

/**
 * Sets a new password, and ends all other access.
 * @throws AppError FORBIDDEN if the current password is wrong, RATE_LIMITED
 */
export async function changePassword(
  context: Context,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { userId, token } = session
  const input = { password: currentPassword, field: 'currentPassword' }
  const currentHash = await verifyCurrentPassword(context, session, input)
  const newHash = await hashPassword(newPassword)
  const { database } = context
  await database.$transaction(async (transaction) => {
    await lockAccount(transaction, userId)
    // Compare and set: the second of two concurrent changes fails.
    const { count } = await transaction.account.updateMany({
      where: { userId, providerId: PASSWORD_PROVIDER, password: currentHash },
      data: { password: newHash },
    })
    if (count === 0) throw new AppError('FORBIDDEN', 'PASSWORD_WRONG', { field: input.field })
    await endOtherAccess(transaction, { userId, token })
  })
}

/**
 * Sets a new password, and ends all access to the account. Creates no session.
 * @throws AppError BAD_INPUT if the link is invalid, used or expired; RATE_LIMITED
 */
export async function resetPasswordByLink(
  { database }: Pick<Services, 'database'>,
  token: string,
  password: string,
): Promise<void> {
  // Checked before the expensive hash.
  if (!(await isValidLink({ database }, 'RESET_PASSWORD', token))) throw linkInvalid()
  const hash = await hashPassword(password)
  await database.$transaction(async (transaction) => {
    const link = await consumeLink(transaction, 'RESET_PASSWORD', token)
    await transaction.account.updateMany({
      where: { userId: link.userId, providerId: PASSWORD_PROVIDER },
      data: { password: hash },
    })
    await endOtherAccess(transaction, { userId: link.userId, token: null })
    // The address may have changed since the email.
    if (!(await markVerified(transaction, link))) throw linkInvalid()
  })
}
