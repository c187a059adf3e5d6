import type { Context } from '#api/context.ts'
import { mailLinkPath } from '#rules/mail-link.ts'
import { paths } from '#rules/paths.ts'
import type { Claim, SignUp } from '../common/account-input.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import { createLink } from './mail-link.write.ts'
import {
  passkeyLetter,
  resetLetter,
  signUpLetter,
  takenLetter,
  verificationLetter,
} from './mail-templates.ts'
import type { Mail } from './mailer.ts'

interface Addressee {
  id: string
  username: string
  email: string
}

/**
 * The mail to whoever signs up; where the address is an account's already, that one is told. Null where nobody can sign in to it.
 * @throws AppError RATE_LIMITED
 */
export async function signUpMail(
  { database, settings, limits }: Context,
  signUp: Pick<SignUp, 'username' | 'email'>,
  { token, returnTo }: { token: string; returnTo: string },
): Promise<Mail | null> {
  await limits.consume('verificationMail', signUp.email)
  const account = await database.user.findUnique({
    where: { email: signUp.email },
    select: { username: true, email: true, accounts: { select: { id: true }, take: 1 } },
  })
  const { publicUrl } = settings
  if (!account)
    return signUpLetter(signUp, publicUrl + mailLinkPath('SIGN_UP', token, returnTo), publicUrl)
  return account.accounts.length > 0
    ? takenLetter(account, publicUrl + paths.signIn, publicUrl)
    : null
}

/** The mail by which somebody shows that an address is theirs. */
export async function verificationMail(context: Context, account: Addressee): Promise<Mail> {
  return verificationLetter(
    account,
    await createLink(context, 'VERIFY_EMAIL', account),
    context.settings.publicUrl,
  )
}

/**
 * Tells the owner that a passkey was added, in case it was not them.
 * @throws AppError RATE_LIMITED
 */
export async function passkeyMail(
  { limits, settings }: Context,
  account: Addressee,
): Promise<Mail> {
  await limits.consume('passkeyMail', account.id)
  return passkeyLetter(account, settings.publicUrl + paths.settings, settings.publicUrl)
}

/**
 * The mail by which somebody who forgot the password gets in again; null where nobody has a password to forget.
 * @throws AppError RATE_LIMITED
 */
export async function resetMail(context: Context, { by, value }: Claim): Promise<Mail | null> {
  if (by === 'nothing') return null
  const where = { ...(by === 'email' ? { email: value } : { username: value }), disabledAt: null }
  const hasPassword = { accounts: { some: { providerId: PASSWORD_PROVIDER } } }
  const account = await context.database.user.findFirst({ where: { ...where, ...hasPassword } })
  if (!account) return null
  await context.limits.consume('passwordResetMail', account.id)
  return resetLetter(
    account,
    await createLink(context, 'RESET_PASSWORD', account),
    context.settings.publicUrl,
  )
}
