import * as z from 'zod/mini'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { seal, unseal } from '#api/lib/keys.ts'
import { limits } from '#rules/limits.ts'
import { safeReturnTo } from '#rules/paths.ts'
import type { SignUp } from '../common/account-input.ts'
import { words } from '../common/messages.ts'
import { hashPassword, verifyPassword } from '../common/password-hash.ts'
import { linkGone } from '../mail/mail-link.write.ts'
import { makeAccount, type NewAccount } from './account.write.ts'

const LIFETIME = 24 * 60 * 60 * 1000

const pending = z.object({
  name: z.string(),
  username: z.string(),
  email: z.string(),
  hash: z.string(),
  until: z.number(),
})

/** An account that is made once its address is known to be its owner's. */
type PendingSignUp = z.infer<typeof pending>

/**
 * What the mailed link has in it, encrypted: nothing is kept before somebody has shown that the address is theirs, so whoever
 * makes up addresses fills no table and holds no username.
 */
export async function sealSignUp(
  { settings }: Pick<Context, 'settings'>,
  { name, username, email, password }: SignUp,
): Promise<string> {
  const data: PendingSignUp = {
    name,
    username,
    email,
    hash: await hashPassword(password),
    until: Date.now() + LIFETIME,
  }
  return seal('sign-ups', settings.authSecret, JSON.stringify(data))
}

/**
 * Makes the account of a mailed link. The password is asked for again: a link that somebody was mailed because another typed their
 * address makes no account that the other can get into.
 * @throws AppError BAD_INPUT when the link was used, ran out or never was; FORBIDDEN when the password is another; CONFLICT when
 * the username was taken meanwhile; RATE_LIMITED
 */
export async function confirmSignUp(
  context: Context,
  token: string,
  password: string,
): Promise<NewAccount> {
  const signUp = await openSignUp(context, token)
  await context.limits.consume('signIn', context.clientAddress)
  await context.limits.consume('signInToAccount', signUp.email)
  if (!(await verifyPassword({ hash: signUp.hash, password })))
    throw new AppError('FORBIDDEN', words.passwordWrong, { field: 'password' })
  try {
    return await makeAccount(context, { ...signUp, emailVerified: true })
  } catch (error) {
    throw error instanceof AppError && error.field === 'email' ? linkGone() : error
  }
}

/** @throws AppError BAD_INPUT when it ran out or never was */
async function openSignUp(
  { settings }: Pick<Context, 'settings'>,
  token: string,
): Promise<PendingSignUp> {
  const data = await unseal('sign-ups', settings.authSecret, token)
  if (data === null) throw linkGone()
  const signUp = pending.parse(JSON.parse(data))
  if (signUp.until < Date.now()) throw linkGone()
  return signUp
}

/** Where somebody wants to be who signs up. */
export function readReturnTo({ returnTo }: Record<string, unknown>): string {
  return safeReturnTo(
    typeof returnTo === 'string' && returnTo.length <= limits.textBytes ? returnTo : null,
  )
}
