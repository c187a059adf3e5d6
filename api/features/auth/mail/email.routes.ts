import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readToken } from '../common/account-input.ts'
import { requireMailer } from '../common/require-mailer.ts'
import { bodyOf, requireSession } from '../session/session.http.ts'
import { verificationMail } from './account-mails.ts'
import { verifyEmail } from './mail-link.write.ts'

/** The account's email address and its verification; mounted at /api/auth. */
export function emailRoutes(): Router {
  const routes = Router()
  routes.get('/email', getEmail)
  routes.post('/send-verification', requireMailer, sendVerification)
  routes.post('/verify-email', requireMailer, verify)
  return routes
}

async function getEmail(_req: Request, res: Response) {
  const { database, mail } = contextOf(res)
  const { email, emailVerified } = await database.user.findUniqueOrThrow({
    where: { id: requireSession(res).userId },
  })
  res.json({ email, isVerified: emailVerified, canVerify: mail !== null })
}

async function sendVerification(_req: Request, res: Response) {
  const context = contextOf(res)
  const { userId } = requireSession(res)
  await context.limits.consume('verificationMail', userId)
  const account = await context.database.user.findUniqueOrThrow({ where: { id: userId } })
  if (!account.emailVerified) context.mail?.send(() => verificationMail(context, account))
  res.status(204).end()
}

async function verify(req: Request, res: Response) {
  await verifyEmail(contextOf(res), readToken(bodyOf(req)))
  res.status(204).end()
}
