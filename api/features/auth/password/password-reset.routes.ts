import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import * as accountApi from '#rules/account-api.ts'
import { parseIdentifier } from '../common/account-input.ts'
import { mount, readBody, respond } from '../common/account-route.ts'
import { requireMailer } from '../common/require-mailer.ts'
import { resetMail } from '../mail/account-mails.ts'
import { resetPasswordByLink } from './password.write.ts'

/** Password reset by email. */
export function passwordResetRoutes(): Router {
  const routes = Router()
  mount(routes, accountApi.requestPasswordReset, requireMailer, requestReset)
  mount(routes, accountApi.resetPassword, requireMailer, reset)
  return routes
}

/** Looks up the account after responding, so status and timing don't reveal whether it exists. */
async function requestReset(req: Request, res: Response) {
  const context = contextOf(res)
  const identifier = parseIdentifier(readBody(accountApi.requestPasswordReset, req).email)
  await context.limits.consume('passwordReset', context.clientAddress)
  context.mail?.send(() => resetMail(context, identifier))
  respond(res, accountApi.requestPasswordReset)
}

async function reset(req: Request, res: Response) {
  const context = contextOf(res)
  const { token, password } = readBody(accountApi.resetPassword, req)
  await context.limits.consume('signIn', context.clientAddress)
  await resetPasswordByLink(context, token, password)
  respond(res, accountApi.resetPassword)
}
