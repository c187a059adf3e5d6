import * as z from 'zod/mini'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { seal, unseal } from '#api/lib/keys.ts'
import { applicationOf, submitApplication } from '../../application/application.write.ts'
import type { SignUp } from '../common/account-input.ts'
import { hashPassword, verifyPassword } from '../common/password-hash.ts'
import { insertAccount, type NewAccount } from '../creation/account.write.ts'
import { linkInvalid } from '../mail/mail-link.write.ts'
import { admit } from './admission.ts'

const TTL_MS = 24 * 60 * 60 * 1000

// Encrypted into emailed links, so renaming a field breaks links already sent.
const pendingSignUp = z.object({
  name: z.string(),
  username: z.string(),
  email: z.string(),
  hash: z.string(),
  /** The code of an invitation. */
  invitation: z.optional(z.string()),
  /** Expiry, in milliseconds since 1970. */
  until: z.number(),
})

type PendingSignUp = z.infer<typeof pendingSignUp>

/**
 * Encrypts a sign-up into the token of its emailed link. Nothing is stored until the address is
 * verified, so made-up addresses fill no table and reserve no username.
 */
export async function encryptSignUp(
  { settings }: Pick<Context, 'settings'>,
  { name, username, email, password }: SignUp,
  invitation: string | undefined,
): Promise<string> {
  const data: PendingSignUp = {
    name,
    username,
    email,
    hash: await hashPassword(password),
    invitation,
    until: Date.now() + TTL_MS,
  }
  return seal('sign-ups', settings.authSecret, JSON.stringify(data))
}

/**
 * Creates the account of an emailed link. Asks for the password again: the recipient may not be the
 * person who signed up.
 * @returns null if the sign-up now waits for a moderator
 * @throws AppError BAD_INPUT if the link is invalid, used or expired; FORBIDDEN if the password is
 * wrong, and as `admit`; CONFLICT if the username is taken by now; RATE_LIMITED
 */
export async function confirmSignUp(
  context: Context,
  token: string,
  password: string,
): Promise<NewAccount | null> {
  const { invitation: code, ...signUp } = await decryptSignUp(context, token)
  await context.limits.consume('signIn', context.clientAddress)
  await context.limits.consume('signInToAccount', signUp.email)
  if (!(await verifyPassword({ hash: signUp.hash, password })))
    throw new AppError('FORBIDDEN', 'PASSWORD_WRONG', { field: 'password' })
  const { invitation, needsApproval } = await admit(context, code)
  try {
    const verified = { ...signUp, emailVerified: true }
    if (!needsApproval) return await insertAccount(context, verified, invitation)
    await submitApplication(context, applicationOf(verified), { replaces: true })
    return null
  } catch (error) {
    throw error instanceof AppError && error.field === 'email' ? linkInvalid() : error
  }
}

/** @throws AppError BAD_INPUT if the token is invalid or expired */
async function decryptSignUp(
  { settings }: Pick<Context, 'settings'>,
  token: string,
): Promise<PendingSignUp> {
  const data = await unseal('sign-ups', settings.authSecret, token)
  if (data === null) throw linkInvalid()
  const signUp = pendingSignUp.parse(JSON.parse(data))
  if (signUp.until < Date.now()) throw linkInvalid()
  return signUp
}
