import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import { readIdentifier, readPassword, readToken } from '../common/account-input.ts'
import { requireMailer } from '../common/require-mailer.ts'
import { resetMail } from '../mail/account-mails.ts'
import { bodyOf } from '../session/session.http.ts'
import { resetPasswordByLink } from './password.write.ts'

/** Password reset by email; mounted at /api/auth. */
export function passwordResetRoutes(): Router {
  const routes = Router()
  routes.post('/request-password-reset', requireMailer, requestReset)
  routes.post('/reset-password', requireMailer, reset)
  return routes
}

/** Looks up the account after responding, so status and timing don't reveal whether it exists. */
async function requestReset(req: Request, res: Response) {
  const context = contextOf(res)
  const identifier = readIdentifier(bodyOf(req))
  await context.limits.consume('passwordReset', context.clientAddress)
  context.mail?.send(() => resetMail(context, identifier))
  res.status(204).end()
}

async function reset(req: Request, res: Response) {
  const context = contextOf(res)
  const body = bodyOf(req)
  const password = readPassword(body.password)
  await context.limits.consume('signIn', context.clientAddress)
  await resetPasswordByLink(context, readToken(body), password)
  res.status(204).end()
}
