import type { Context } from '../../context.ts'
import type { Mail } from '../../mailer.ts'
import type { Claim } from './account.rules.ts'
import { PASSWORD } from './account.write.ts'
import { resetLetter, verificationLetter } from './letters.ts'
import { createLink } from './mail-link.write.ts'

interface Addressee {
  id: string
  username: string
  email: string
}

/** The mail by which somebody shows that an address is theirs. */
export async function verificationMail(context: Context, account: Addressee): Promise<Mail> {
  return verificationLetter(account, await createLink(context, 'VERIFY_EMAIL', account), context.settings.publicUrl)
}

/**
 * The mail by which somebody who forgot the password gets in again; null where nobody has a password to forget.
 * @throws AppError RATE_LIMITED
 */
export async function resetMail(context: Context, { by, value }: Claim): Promise<Mail | null> {
  if (by === 'nothing') return null
  const where = { ...(by === 'email' ? { email: value } : { username: value }), disabledAt: null }
  const hasPassword = { accounts: { some: { providerId: PASSWORD } } }
  const account = await context.database.user.findFirst({ where: { ...where, ...hasPassword } })
  if (!account) return null
  await context.limits.consume('passwordResetMail', account.id)
  return resetLetter(account, await createLink(context, 'RESET_PASSWORD', account), context.settings.publicUrl)
}
