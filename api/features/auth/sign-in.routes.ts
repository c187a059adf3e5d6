import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { contextOf } from '../../http/locals.ts'
import { type Claim, readSignIn, readSignUp } from './account.rules.ts'
import { createAccount, refuseTakenUsername } from './account.write.ts'
import type { Auth } from './auth.ts'
import { inOurWords, signInFailed } from './refusal.ts'
import { answerSignedIn, bodyOf, headersOf, signOut } from './session.http.ts'

/** An address that nobody has: looking it up and hashing for it takes as long as for anybody's. */
const NOBODY = 'nobody@nowhere.invalid'

/** Sign-up, sign-in by email or username, sign-out; mounted at /api/auth. */
export function signInRoutes(auth: Auth): Router {
  const routes = Router()

  routes.post('/sign-up/email', async (req, res) => {
    const context = contextOf(res)
    const signUp = readSignUp(bodyOf(req))
    // Usernames are public, so the refusal of a taken one tells nothing and is not counted. That an email is taken
    // is told here alone, so trying one is counted.
    await refuseTakenUsername(context, signUp.username)
    await context.limits.consume('signUp', context.clientAddress)
    const account = await createAccount(context, signUp)
    await answerSignedIn(res, await startSession(req, signUp), account)
  })

  routes.post('/sign-in/email', signIn)
  routes.post('/sign-in/username', signIn)
  routes.post('/sign-out', signOut(auth))

  async function signIn(req: Request, res: Response) {
    const context = contextOf(res)
    const { claim, password } = readSignIn(bodyOf(req))
    await context.limits.consume('signIn', context.clientAddress)
    const account = await findAccount(context, claim)
    // By account, so that its email and its username share what is allowed; counted before the costly hash.
    await context.limits.consume('signInToAccount', account?.id ?? claim.value)
    const headers = await startSession(req, { email: account?.email ?? NOBODY, password })
    if (!account) throw signInFailed()
    await answerSignedIn(res, headers, account)
  }

  async function startSession(req: Request, { email, password }: { email: string; password: string }): Promise<Headers> {
    const call = auth.api.signInEmail({ body: { email, password }, headers: headersOf(req), returnHeaders: true })
    return (await inOurWords(call, signInFailed)).headers
  }

  return routes
}

function findAccount({ database }: Context, claim: Claim) {
  if (claim.by === 'nothing') return null
  const where = claim.by === 'email' ? { email: claim.value } : { username: claim.value }
  return database.user.findUnique({ where, select: { id: true, username: true, displayName: true, email: true } })
}
