import { type Request, type RequestHandler, Router } from 'express'
import type { Context } from '#api/context.ts'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import * as accountApi from '#rules/account-api.ts'
import { deviceOf } from '#rules/device.ts'
import { mapApiErrors, passkeyNotAdded, passkeySignInFailed } from '../common/better-auth-errors.ts'
import { readBody } from '../common/read-body.ts'
import { passkeyMail } from '../mail/account-mails.ts'
import { hasPasskey } from '../password/login-methods.ts'
import { reauthenticate } from '../password/reauthenticate.ts'
import { accountRoute, mount } from '../session/account-route.ts'
import { type Auth, USER_VERIFIED_HEADER } from '../session/auth.ts'
import {
  checkNewSession,
  forwardCookies,
  headersOf,
  sendSignedIn,
} from '../session/session.http.ts'
import { hasTwoFactor } from '../two-factor/two-factor.write.ts'
import { acceptPasskey, deleteExpiredChallenges, requirePasskeyCapacity } from './passkey.write.ts'

// better-auth checks the rest of a credential with its signature.
type SignInBody = NonNullable<Parameters<Auth['api']['verifyPasskeyAuthentication']>[0]>['body']
type RegistrationBody = NonNullable<Parameters<Auth['api']['verifyPasskeyRegistration']>[0]>['body']

/** Signs in with passkeys and adds them to the signed-in account. */
export function passkeyRoutes(auth: Auth): Router {
  const routes = Router()

  accountRoute(routes, accountApi.passkeySignInOptions, async ({ context, req, res }) => {
    await context.limits.consume('passkeyChallenge', context.clientAddress)
    await deleteExpiredChallenges(context)
    const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
      headers: headersWithoutCookie(req),
      returnHeaders: true,
    })
    forwardCookies(headers, res)
    return { ...response }
  })

  mount(routes, accountApi.verifyPasskeySignIn, verifySignIn(auth))

  // Adding a passkey needs this challenge, so only this request reauthenticates.
  accountRoute(routes, accountApi.passkeyRegistrationOptions, async (request) => {
    const { context, session, req, res } = request
    const { userId } = session
    await context.limits.consume('passkeyRegistration', userId)
    await reauthenticate(context, session, request.body)
    await requirePasskeyCapacity(context, userId)
    await deleteExpiredChallenges(context)
    const { username } = await accountOf(context, userId)
    const call = auth.api.generatePasskeyRegistrationOptions({
      query: { name: `@${username}` },
      headers: headersOf(req),
      returnHeaders: true,
    })
    const { headers, response } = await mapApiErrors(call, passkeyNotAdded)
    forwardCookies(headers, res)
    return { ...response }
  })

  accountRoute(routes, accountApi.verifyPasskeyRegistration, async (request) => {
    const { context, session, body: input, req } = request
    const name = input.name ?? deviceOf(req.get('user-agent'))
    const body = { ...input, name } as unknown as RegistrationBody
    const call = auth.api.verifyPasskeyRegistration({ body, headers: headersOf(req) })
    const { id, createdAt } = await mapApiErrors(call, passkeyNotAdded)
    await acceptPasskey(context, session, id)
    const account = await accountOf(context, session.userId)
    context.mail?.send(() => passkeyMail(context, account))
    return { passkey: { id, name, createdAt: createdAt.toISOString() } }
  })

  return routes
}

function verifySignIn(auth: Auth): RequestHandler {
  return async (req, res) => {
    const context = contextOf(res)
    await context.limits.consume('signIn', context.clientAddress)
    const body = readBody(accountApi.verifyPasskeySignIn, req) as unknown as SignInBody
    const call = auth.api.verifyPasskeyAuthentication({
      body,
      headers: headersOf(req),
      returnHeaders: true,
    })
    const { headers, response } = await mapApiErrors(call, passkeySignInFailed)
    const { user, session } = response
    await checkNewSession(context, session.token, async () => {
      if (!(await hasPasskey(context, user.id, body.response.id)))
        throw passkeySignInFailed('PASSKEY_NOT_FOUND')
      // A passkey is two factors if its device checked a fingerprint, face or PIN.
      if (!headers.has(USER_VERIFIED_HEADER) && (await hasTwoFactor(context, user.id)))
        throw new AppError('UNAUTHENTICATED', 'PASSKEY_UNVERIFIED')
    })
    await sendSignedIn(res, headers, await accountOf(context, user.id))
  }
}

/** @throws AppError UNAUTHENTICATED if the account was deleted meanwhile */
async function accountOf({ database }: Context, id: string) {
  const select = { id: true, username: true, displayName: true, email: true }
  const account = await database.user.findUnique({ where: { id }, select })
  if (!account) throw new AppError('UNAUTHENTICATED', 'SIGN_IN_FIRST')
  return account
}

/** With the cookie, better-auth would list the account's passkeys in the options. */
function headersWithoutCookie(req: Request): Headers {
  const headers = headersOf(req)
  headers.delete('cookie')
  return headers
}
