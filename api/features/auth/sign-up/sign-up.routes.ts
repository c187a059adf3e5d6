import { Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readCurrentPassword, readSignUp, readToken } from '../common/account-input.ts'
import { requireMailer } from '../common/require-mailer.ts'
import { signUpMail } from '../mail/account-mails.ts'
import type { Auth } from '../session/auth.ts'
import { bodyOf, sendSignedIn, signInWithPassword } from '../session/session.http.ts'
import { createAccount, requireFreeUsername } from './account.write.ts'
import { confirmSignUp, encryptSignUp, readReturnTo } from './pending-sign-up.ts'

/** Sign-up; mounted at /api/auth. */
export function signUpRoutes(auth: Auth): Router {
  const routes = Router()

  routes.post('/sign-up/email', async (req, res) => {
    const context = contextOf(res)
    const signUp = readSignUp(bodyOf(req))
    // Usernames are public, so this check needs no limit. Without a mail server the response
    // reveals taken emails, so those attempts count.
    await requireFreeUsername(context, signUp.username)
    await context.limits.consume('signUp', context.clientAddress)
    if (context.mail) {
      // Looks up the email after responding, so status and timing don't reveal an account.
      const [token, returnTo] = [await encryptSignUp(context, signUp), readReturnTo(bodyOf(req))]
      context.mail.send(() => signUpMail(context, signUp, { token, returnTo }))
      return void res.status(202).json({ mailed: true })
    }
    const account = await createAccount(context, signUp)
    const { headers } = await signInWithPassword(auth, req, signUp)
    await sendSignedIn(res, headers, account)
  })

  routes.post('/sign-up/confirm', requireMailer, async (req, res) => {
    const body = bodyOf(req)
    const password = readCurrentPassword(body)
    const account = await confirmSignUp(contextOf(res), readToken(body), password)
    const { headers } = await signInWithPassword(auth, req, { email: account.email, password })
    await sendSignedIn(res, headers, account)
  })

  return routes
}
