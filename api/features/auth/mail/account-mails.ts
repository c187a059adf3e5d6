import type { Context } from '#api/context.ts'
import { mailLinkPath } from '#rules/mail-link.ts'
import { paths } from '#rules/paths.ts'
import { type Identifier, type SignUp, whereIdentifier } from '../common/account-input.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import { createLink } from './mail-link.write.ts'
import {
  accountExistsMail,
  applicationApprovedMail,
  applicationDeclinedMail,
  changeEmailMail,
  confirmSignUpMail,
  emailChangedMail,
  emailInUseMail,
  passkeyAddedMail,
  passwordResetMail,
  providerConnectedMail,
  verifyEmailMail,
} from './mail-templates.ts'
import type { Mail } from './mailer.ts'

interface Account {
  id: string
  username: string
  email: string
}

/**
 * The email after a sign-up. An address with an account gets a note instead of a link.
 * @returns null if the existing account cannot be signed in to
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
    return confirmSignUpMail(signUp, mailLinkPath('SIGN_UP', token, returnTo), publicUrl)
  return account.accounts.length > 0 ? accountExistsMail(account, paths.signIn, publicUrl) : null
}

export async function verificationMail(context: Context, account: Account): Promise<Mail> {
  return verifyEmailMail(
    account,
    await createLink(context, 'VERIFY_EMAIL', account),
    context.settings.publicUrl,
  )
}

/**
 * The email to a new address. One that another account has gets a note instead of a link.
 * @throws AppError RATE_LIMITED
 */
export async function changeMail(context: Context, id: string, email: string): Promise<Mail> {
  const { database, settings, limits } = context
  await limits.consume('emailChangeMail', email)
  const { publicUrl } = settings
  const where = { email, NOT: { id } }
  const { username } = await database.user.findUniqueOrThrow({ where: { id } })
  const isInUse = (await database.user.count({ where })) > 0
  return isInUse
    ? emailInUseMail({ username, email }, paths.settings, publicUrl)
    : changeEmailMail(
        { username, email },
        await createLink(context, 'CHANGE_EMAIL', { id, email }),
        publicUrl,
      )
}

/** Tells the earlier address of an account about the change. */
export function changedMail(
  { settings: { publicUrl } }: Pick<Context, 'settings'>,
  account: Pick<Account, 'username' | 'email'>,
): Mail {
  return emailChangedMail(account, paths.signIn, publicUrl)
}

/** Tells an applicant what a moderator decided. */
export function decisionMail(
  { settings: { publicUrl, contact } }: Pick<Context, 'settings'>,
  decision: 'approved' | 'declined',
  applicant: { username: string | null; email: string },
): Mail {
  const template =
    decision === 'approved' ? applicationApprovedMail : applicationDeclinedMail(contact)
  return template(applicant, paths.signIn, publicUrl)
}

/**
 * Notifies the owner of a new passkey.
 * @throws AppError RATE_LIMITED
 */
export async function passkeyMail({ limits, settings }: Context, account: Account): Promise<Mail> {
  await limits.consume('loginMethodMail', account.id)
  return passkeyAddedMail(account, paths.settings, settings.publicUrl)
}

/**
 * Notifies the owner that the account is connected to the provider.
 * @param name of the provider
 * @throws AppError RATE_LIMITED
 */
export async function providerMail(
  { limits, settings }: Context,
  account: Account,
  name: string,
): Promise<Mail> {
  await limits.consume('loginMethodMail', account.id)
  const template = providerConnectedMail(name)
  return template(account, paths.settings, settings.publicUrl)
}

/**
 * @returns null if no enabled account with a password matches
 * @throws AppError RATE_LIMITED
 */
export async function resetMail(context: Context, identifier: Identifier): Promise<Mail | null> {
  if (identifier.type === 'invalid') return null
  const account = await context.database.user.findFirst({
    where: {
      ...whereIdentifier(identifier),
      disabledAt: null,
      accounts: { some: { providerId: PASSWORD_PROVIDER } },
    },
  })
  if (!account) return null
  await context.limits.consume('passwordResetMail', account.id)
  return passwordResetMail(
    account,
    await createLink(context, 'RESET_PASSWORD', account),
    context.settings.publicUrl,
  )
}
