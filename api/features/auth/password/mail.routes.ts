import { Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readClaimant, readPassword, readToken } from '../common/account-input.ts'
import { whereMailIsSent } from '../common/require-mailer.ts'
import { resetMail, verificationMail } from '../mail/account-mails.ts'
import { verifyEmail } from '../mail/mail-link.write.ts'
import { bodyOf, sessionOf } from '../session/session.http.ts'
import { resetByLink } from './password.write.ts'

/** What is done by mail; mounted at /api/auth. Where no mail is sent, nothing but one's own address is there. */
export function mailRoutes(): Router {
  const routes = Router()

  routes.get('/email', async (_req, res) => {
    const { database, mail } = contextOf(res)
    const { email, emailVerified } = await database.user.findUniqueOrThrow({
      where: { id: sessionOf(res).userId },
    })
    res.json({ email, isVerified: emailVerified, canVerify: mail !== null })
  })

  routes.post('/send-verification', whereMailIsSent, async (_req, res) => {
    const context = contextOf(res)
    const { userId } = sessionOf(res)
    await context.limits.consume('verificationMail', userId)
    const account = await context.database.user.findUniqueOrThrow({ where: { id: userId } })
    if (!account.emailVerified) context.mail?.send(() => verificationMail(context, account))
    res.status(204).end()
  })

  routes.post('/verify-email', whereMailIsSent, async (req, res) => {
    await verifyEmail(contextOf(res), readToken(bodyOf(req)))
    res.status(204).end()
  })

  // The answer tells nothing of whether there is such an account, nor does the time that it takes: it is looked up afterwards.
  routes.post('/request-password-reset', whereMailIsSent, async (req, res) => {
    const context = contextOf(res)
    const claim = readClaimant(bodyOf(req))
    await context.limits.consume('passwordReset', context.clientAddress)
    context.mail?.send(() => resetMail(context, claim))
    res.status(204).end()
  })

  routes.post('/reset-password', whereMailIsSent, async (req, res) => {
    const context = contextOf(res)
    const body = bodyOf(req)
    const password = readPassword(body.password)
    await context.limits.consume('signIn', context.clientAddress)
    await resetByLink(context, readToken(body), password)
    res.status(204).end()
  })

  return routes
}
