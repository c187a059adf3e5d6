import { Router } from 'express'
import * as accountApi from '#rules/account-api.ts'
import { parseIdentifier } from '../common/account-input.ts'
import { resetMail } from '../mail/account-mails.ts'
import { accountRoute } from '../session/account-route.ts'
import { resetPasswordByLink } from './password.write.ts'

/** Password reset by email. */
export function passwordResetRoutes(): Router {
  const routes = Router()

  // Looks up the account after responding, so status and timing don't reveal whether it exists.
  accountRoute(routes, accountApi.requestPasswordReset, async ({ context, body }) => {
    const identifier = parseIdentifier(body.email)
    await context.limits.consume('passwordReset', context.clientAddress)
    context.mail?.send(() => resetMail(context, identifier))
  })

  accountRoute(routes, accountApi.resetPassword, async ({ context, body }) => {
    await context.limits.consume('signIn', context.clientAddress)
    await resetPasswordByLink(context, body.token, body.password)
  })

  return routes
}
