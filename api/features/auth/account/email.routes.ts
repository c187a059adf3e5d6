import { Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import * as accountApi from '#rules/account-api.ts'
import { readBody } from '../common/read-body.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { accountRoute, mount, respond } from '../session/account-route.ts'
import { requireSession } from '../session/require-session.ts'
import { changeEmail, openEmailLink } from './email.write.ts'

/** The account's email address and its verification. */
export function emailRoutes(): Router {
  const routes = Router()

  accountRoute(routes, accountApi.getEmail, async ({ context, session }) => {
    const { email, emailVerified } = await context.database.user.findUniqueOrThrow({
      where: { id: session.userId },
    })
    return { email, isVerified: emailVerified, canVerify: context.mail !== null }
  })

  mount(routes, accountApi.changeEmail, async (req, res) => {
    const input = readBody(accountApi.changeEmail, req)
    const hasChanged = await changeEmail(contextOf(res), requireSession(res), input)
    if (hasChanged) respond(res, accountApi.changeEmail, { status: 'changed' })
    else respond(res, { ...accountApi.changeEmail, status: 202 }, { status: 'check your mail' })
  })

  accountRoute(routes, accountApi.sendVerification, async ({ context, session: { userId } }) => {
    await context.limits.consume('verificationMail', userId)
    const account = await context.database.user.findUniqueOrThrow({ where: { id: userId } })
    if (!account.emailVerified) context.mail?.send(() => verificationMail(context, account))
  })

  accountRoute(routes, accountApi.verifyEmail, async ({ context, session, body }) => {
    await openEmailLink(context, body.token, session)
  })

  return routes
}
