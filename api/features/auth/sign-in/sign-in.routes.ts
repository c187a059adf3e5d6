import { type Request, type Response, Router } from 'express'
import type { Context } from '#api/context.ts'
import type { Database } from '#api/database/client.ts'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { tryConsume, limitKey } from '#api/limits/rate-limits.ts'
import { type Claim, readSignIn } from '../common/account-input.ts'
import { signInFailed } from '../common/better-auth-errors.ts'
import { PASSWORD_PROVIDER } from '../common/password-hash.ts'
import type { Auth } from '../session/auth.ts'
import { answerSignedIn, bodyOf, signOut } from '../session/session.http.ts'
import { startSession } from '../session/start-session.ts'
import { confirmCode } from '../two-factor/two-factor.write.ts'

/** An address that nobody has: looking it up and hashing for it takes as long as for anybody's. */
const NOBODY = 'nobody@nowhere.invalid'

/** Sign-in by email or username, sign-out; mounted at /api/auth. */
export function signInRoutes(auth: Auth): Router {
  const routes = Router()

  routes.post('/sign-in/email', signIn)
  routes.post('/sign-in/username', signIn)
  routes.post('/sign-out', signOut(auth))

  async function signIn(req: Request, res: Response) {
    const context = contextOf(res)
    const { claim, password, code } = readSignIn(bodyOf(req))
    const { limits } = context
    await limits.consume('signIn', context.clientAddress)
    await limits.consume('signInWithIdentifier', limitKey(claim.value))
    const found = await findAccount(context, claim)
    // A refusal of its own would tell that two identifiers belong to one account.
    const account = found && (await tryConsume(limits, 'signInToAccount', found.id)) ? found : null
    const { headers, token } = await startSession(auth, req, {
      email: account?.email ?? NOBODY,
      password,
    })
    if (!account) throw signInFailed()
    try {
      if (!(await isStillPassword(context.database, account.id, account.accounts[0]?.password)))
        throw signInFailed()
      // Looked up now that there is a session: whoever turns codes on meanwhile ends it.
      await confirmCode(context, account.id, code)
    } catch (error) {
      await context.database.session.deleteMany({ where: { token } })
      if (error instanceof AppError && error.field === 'code' && code === '')
        await countWithCode(context, claim, account.id)
      throw error
    }
    await answerSignedIn(res, headers, account)
  }

  return routes
}

/** Whoever only lacks a code comes again with it, so this time is not counted as a sign-in; it is not for nothing either. */
async function countWithCode(
  { limits, clientAddress }: Context,
  claim: Claim,
  userId: string,
): Promise<void> {
  await limits.consume('twoFactorPrompt', userId)
  await limits.refund('signIn', clientAddress)
  await limits.refund('signInWithIdentifier', limitKey(claim.value))
  await limits.refund('signInToAccount', userId)
}

function findAccount({ database }: Context, claim: Claim) {
  if (claim.by === 'nothing') return null
  const where = claim.by === 'email' ? { email: claim.value } : { username: claim.value }
  const accounts = { where: { providerId: PASSWORD_PROVIDER }, select: { password: true } }
  return database.user.findUnique({
    where,
    select: { id: true, username: true, displayName: true, email: true, accounts },
  })
}

/**
 * Whether a password that was checked is still the account's. One that was changed meanwhile has ended the sessions that it
 * found, and this one came too late for that. Who is just changing it is waited for.
 */
async function isStillPassword(
  database: Database,
  userId: string,
  hash: string | null | undefined,
): Promise<boolean> {
  // SQL: row lock.
  const [row] = await database.$queryRaw<{ password: string | null }[]>`
    SELECT "password" FROM "Account" WHERE "userId" = ${userId}::uuid AND "providerId" = ${PASSWORD_PROVIDER} FOR SHARE`
  return row !== undefined && row.password === hash
}
