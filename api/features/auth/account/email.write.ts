import type { Context } from '#api/context.ts'
import { violates } from '#api/database/constraint.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { AppError } from '#api/lib/errors.ts'
import { changedMail, changeMail } from '../mail/account-mails.ts'
import { consumeLink, linkInvalid, markVerified } from '../mail/mail-link.write.ts'
import { lockAccount } from '../password/login-methods.ts'
import { endOtherAccess, type KeptAccess } from '../password/other-access.ts'
import { reauthenticate } from '../password/reauthenticate.ts'
import type { Session } from '../session/session.ts'

interface EmailChange {
  email: string
  password?: string | undefined
}

/**
 * Changes the address of the session's account. With a mail server, it changes when the link to it
 * is opened, and the response is the same for an address that another account has. A change ends
 * all other access.
 * @returns whether it has changed
 * @throws AppError CONFLICT for an address in use, BAD_INPUT for the present one, BAD_INPUT or
 * FORBIDDEN for the password, RATE_LIMITED
 */
export async function changeEmail(
  context: Context,
  session: Session,
  { email, password }: EmailChange,
): Promise<boolean> {
  const { userId } = session
  await reauthenticate(context, session, { password })
  // Without a mail server, the response reveals addresses that are in use.
  await context.limits.consume('emailChange', userId)
  const isSame = (await context.database.user.count({ where: { id: userId, email } })) > 0
  if (isSame) throw new AppError('BAD_INPUT', 'EMAIL_UNCHANGED', { field: 'email' })
  if (!context.mail) {
    await context.database.$transaction(async (transaction) => {
      await lockAccount(transaction, userId)
      await storeEmail(transaction, { kept: session, email, isVerified: false })
    })
    return true
  }
  context.mail.send(() => changeMail(context, userId, email))
  return false
}

/**
 * Marks the address of a link as verified, or changes the account's address to it, which ends all
 * other access.
 * @param session of the browser that opened the link; it stays if it is the account's
 * @throws AppError BAD_INPUT if the link is invalid, used or expired, or the address has changed;
 * CONFLICT if another account has it
 */
export async function openEmailLink(
  context: Pick<Context, 'database' | 'mail' | 'settings'>,
  token: string,
  session: Session | null,
): Promise<void> {
  const changed = await context.database.$transaction(async (transaction) => {
    const link = await consumeLink(transaction, ['VERIFY_EMAIL', 'CHANGE_EMAIL'], token)
    if (link.purpose === 'CHANGE_EMAIL') {
      const { userId, email } = link
      const account = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
      const kept = session?.userId === userId ? session : { userId, token: null }
      await storeEmail(transaction, { kept, email, isVerified: true })
      return account
    }
    if (!(await markVerified(transaction, link))) throw linkInvalid()
    return null
  })
  if (changed) context.mail?.send(async () => changedMail(context, changed))
}

/** Ends all other access, and all links that were sent to an earlier address. */
async function storeEmail(
  transaction: Prisma.TransactionClient,
  { kept, email, isVerified }: { kept: KeptAccess; email: string; isVerified: boolean },
): Promise<void> {
  const { userId } = kept
  await endOtherAccess(transaction, kept)
  await transaction.mailLink.deleteMany({ where: { userId } })
  try {
    await transaction.user.update({
      where: { id: userId },
      data: { email, emailVerified: isVerified },
    })
  } catch (error) {
    if (violates(error, 'unique key'))
      throw new AppError('CONFLICT', 'EMAIL_IN_USE', { field: 'email' })
    throw error
  }
}
