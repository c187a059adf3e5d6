import { type Request, type Response, Router } from 'express'
import { contextOf } from '#api/http/locals.ts'
import * as accountApi from '#rules/account-api.ts'
import { mount, readBody, respond } from '../common/account-route.ts'
import { requireMailer } from '../common/require-mailer.ts'
import { verificationMail } from '../mail/account-mails.ts'
import { requireSession } from '../session/session.http.ts'
import { changeEmail, openEmailLink } from './email.write.ts'

/** The account's email address and its verification. */
export function emailRoutes(): Router {
  const routes = Router()
  mount(routes, accountApi.getEmail, getEmail)
  mount(routes, accountApi.changeEmail, change)
  mount(routes, accountApi.sendVerification, requireMailer, sendVerification)
  mount(routes, accountApi.verifyEmail, requireMailer, verify)
  return routes
}

async function getEmail(_req: Request, res: Response) {
  const { database, mail } = contextOf(res)
  const { email, emailVerified } = await database.user.findUniqueOrThrow({
    where: { id: requireSession(res).userId },
  })
  respond(res, accountApi.getEmail, {
    email,
    isVerified: emailVerified,
    canVerify: mail !== null,
  })
}

async function change(req: Request, res: Response) {
  const session = requireSession(res)
  const input = readBody(accountApi.changeEmail, req)
  const hasChanged = await changeEmail(contextOf(res), session, input)
  if (hasChanged) respond(res, accountApi.changeEmail, { status: 'changed' })
  else respond(res, { ...accountApi.changeEmail, status: 202 }, { status: 'check your mail' })
}

async function sendVerification(_req: Request, res: Response) {
  const context = contextOf(res)
  const { userId } = requireSession(res)
  await context.limits.consume('verificationMail', userId)
  const account = await context.database.user.findUniqueOrThrow({ where: { id: userId } })
  if (!account.emailVerified) context.mail?.send(() => verificationMail(context, account))
  respond(res, accountApi.sendVerification)
}

async function verify(req: Request, res: Response) {
  await openEmailLink(contextOf(res), readBody(accountApi.verifyEmail, req).token)
  respond(res, accountApi.verifyEmail)
}
