import type { Request, Response } from 'express'
import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { limitKey, tryConsume } from '#api/limits/rate-limits.ts'
import { findApplicant } from '../../application/application.read.ts'
import { type Identifier, readSignIn, whereIdentifier } from '../common/account-input.ts'
import { signInFailed } from '../common/better-auth-errors.ts'
import { isPassword, PASSWORD_PROVIDER, verifyPassword } from '../common/password-hash.ts'
import type { Auth } from '../session/auth.ts'
import { checkNewSession, createSession, type SessionAccount } from '../session/session.http.ts'
import { confirmCode } from '../two-factor/two-factor.write.ts'

/**
 * Creates a session for an email or username, a password, and a code if the account needs one.
 * @param body of the request, unchecked
 * @returns the session's cookies
 * @throws AppError BAD_INPUT, UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED
 */
export async function signInWith(
  auth: Auth,
  req: Request,
  res: Response,
  body: unknown,
): Promise<{ headers: Headers; account: SessionAccount }> {
  const context = contextOf(res)
  const { identifier, password, code } = readSignIn(body)
  const { limits } = context
  await limits.consume('signIn', context.clientAddress)
  await limits.consume('signInWithIdentifier', limitKey(identifier.value))
  const match = await findAccount(context, identifier)
  if (!match) await rejectApplicant(context, identifier, password)
  // No 429 here: it would reveal that two identifiers belong to one account.
  const account = match && (await tryConsume(limits, 'signInToAccount', match.id)) ? match : null
  const hash = account?.accounts[0]?.password
  if (!(await isPassword(hash, password)) || !account) throw signInFailed()
  const { headers, token } = await createSession(auth, req, account.id)
  try {
    await checkNewSession(context, token, async () => {
      if (!(await isCurrentPassword(context.database, account.id, hash))) throw signInFailed()
      // Turning two-step sign-in on meanwhile ends the session.
      await confirmCode(context, account.id, code)
    })
  } catch (error) {
    if (error instanceof AppError && error.field === 'code' && code === '')
      await refundSignIn(context, identifier, account.id)
    throw error
  }
  return { headers, account }
}

/**
 * Tells an applicant that the account waits for approval.
 * @throws AppError FORBIDDEN for the right password, UNAUTHENTICATED for a wrong one
 */
async function rejectApplicant(
  context: Context,
  identifier: Identifier,
  password: string,
): Promise<void> {
  const applicant = await findApplicant(context, identifier)
  if (!applicant?.password) return
  const isAllowed = await tryConsume(context.limits, 'signInToAccount', applicant.id)
  // One hash, as for every other sign-in.
  const isRight = await verifyPassword({ hash: applicant.password, password })
  if (isAllowed && isRight) throw new AppError('FORBIDDEN', 'APPROVAL_PENDING')
  throw signInFailed()
}

/**
 * Without a code, the client retries with one, so the two requests count as one sign-in. The limit
 * `twoFactorPrompt` bounds the refunds.
 */
async function refundSignIn(
  { limits, clientAddress }: Context,
  identifier: Identifier,
  userId: string,
): Promise<void> {
  await limits.consume('twoFactorPrompt', userId)
  await limits.refund('signIn', clientAddress)
  await limits.refund('signInWithIdentifier', limitKey(identifier.value))
  await limits.refund('signInToAccount', userId)
}

function findAccount({ database }: Context, identifier: Identifier) {
  if (identifier.type === 'invalid') return null
  const accounts = { where: { providerId: PASSWORD_PROVIDER }, select: { password: true } }
  return database.user.findUnique({
    where: whereIdentifier(identifier),
    select: { id: true, username: true, displayName: true, email: true, accounts },
  })
}

/**
 * Whether the hash is still the account's. A concurrent password change may end sessions before
 * this one exists; the lock waits for it.
 */
async function isCurrentPassword(
  database: Database,
  userId: string,
  hash: string | null | undefined,
): Promise<boolean> {
  // SQL: row lock.
  const [row] = await database.$queryRaw<{ password: string | null }[]>`
    SELECT "password" FROM "Account"
    WHERE "userId" = ${userId}::uuid AND "providerId" = ${PASSWORD_PROVIDER} FOR SHARE`
  return row !== undefined && row.password === hash
}
