import { Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readOwnPassword, readSignUp, readToken } from '../common/account-input.ts'
import { whereMailIsSent } from '../common/require-mailer.ts'
import { signUpMail } from '../mail/account-mails.ts'
import type { Auth } from '../session/auth.ts'
import { answerSignedIn, bodyOf } from '../session/session.http.ts'
import { startSession } from '../session/start-session.ts'
import { createAccount, refuseTakenUsername } from './account.write.ts'
import { confirmSignUp, readReturnTo, sealSignUp } from './pending-sign-up.ts'

/** Sign-up; mounted at /api/auth. */
export function signUpRoutes(auth: Auth): Router {
  const routes = Router()

  routes.post('/sign-up/email', async (req, res) => {
    const context = contextOf(res)
    const signUp = readSignUp(bodyOf(req))
    // Usernames are public, so the refusal of a taken one tells nothing and is not counted. That an email is taken
    // is told here where no mail is sent, so trying one is counted.
    await refuseTakenUsername(context, signUp.username)
    await context.limits.consume('signUp', context.clientAddress)
    if (context.mail) {
      // Neither the answer nor the time that it takes tells whether there is an account: the mail does, and is made afterwards.
      const [token, returnTo] = [await sealSignUp(context, signUp), readReturnTo(bodyOf(req))]
      context.mail.send(() => signUpMail(context, signUp, { token, returnTo }))
      return void res.status(202).json({ mailed: true })
    }
    const account = await createAccount(context, signUp)
    await answerSignedIn(res, (await startSession(auth, req, signUp)).headers, account)
  })

  routes.post('/sign-up/confirm', whereMailIsSent, async (req, res) => {
    const context = contextOf(res)
    const body = bodyOf(req)
    const password = readOwnPassword(body)
    const account = await confirmSignUp(context, readToken(body), password)
    await answerSignedIn(
      res,
      (await startSession(auth, req, { email: account.email, password })).headers,
      account,
    )
  })

  return routes
}
