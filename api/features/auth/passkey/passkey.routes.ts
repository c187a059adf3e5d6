import { type Request, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { deviceOf } from '#rules/device.ts'
import { accountErrors } from '../common/account-errors.ts'
import { readPasskeyName } from '../common/account-input.ts'
import { mapApiErrors, passkeyNotAdded, passkeySignInFailed } from '../common/better-auth-errors.ts'
import { passkeyMail } from '../mail/account-mails.ts'
import { reauthenticate } from '../password/reauthenticate.ts'
import type { Auth } from '../session/auth.ts'
import {
  bodyOf,
  forwardCookies,
  headersOf,
  requireSession,
  sendSignedIn,
} from '../session/session.http.ts'
import { hasTwoFactor } from '../two-factor/two-factor.write.ts'
import { acceptPasskey, deleteExpiredChallenges, requirePasskeyCapacity } from './passkey.write.ts'

type Body<Name extends 'verifyPasskeyAuthentication' | 'verifyPasskeyRegistration'> = NonNullable<
  Parameters<Auth['api'][Name]>[0]
>['body']

/** The part of a browser's `credential.toJSON()` that is read before its signature is checked. */
const credential = z.looseObject({ id: z.string(), rawId: z.string(), response: z.looseObject({}) })
const credentialBody = z.object({ response: credential })

// Of the authenticator data (WebAuthn level 2, section 6.1).
const FLAGS_OFFSET = 32
const USER_VERIFIED_FLAG = 0x04

/** Signs in with passkeys and adds them to the signed-in account; mounted at /api/auth/passkey. */
export function passkeyRoutes(auth: Auth): Router {
  const routes = Router()

  routes.get('/generate-authenticate-options', async (req, res) => {
    const context = contextOf(res)
    await context.limits.consume('passkeyChallenge', context.clientAddress)
    await deleteExpiredChallenges(context)
    const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
      headers: headersWithoutCookie(req),
      returnHeaders: true,
    })
    forwardCookies(headers, res)
    res.json(response)
  })

  routes.post('/verify-authentication', async (req, res) => {
    const { limits, clientAddress } = contextOf(res)
    await limits.consume('signIn', clientAddress)
    const body = readCredential<Body<'verifyPasskeyAuthentication'>>(req)
    const call = auth.api.verifyPasskeyAuthentication({
      body,
      headers: headersOf(req),
      returnHeaders: true,
    })
    const { headers, response } = await mapApiErrors(call, passkeySignInFailed)
    const { user, session } = response
    if (!isUserVerified(body) && (await hasTwoFactor(contextOf(res), user.id))) {
      await contextOf(res).database.session.deleteMany({ where: { token: session.token } })
      throw new AppError('UNAUTHENTICATED', accountErrors.passkeyUnverified)
    }
    await sendSignedIn(res, headers, await accountOf(res, user.id))
  })

  // Adding a passkey needs this challenge, so only this request reauthenticates.
  routes.post('/generate-register-options', async (req, res) => {
    const context = contextOf(res)
    const session = requireSession(res)
    const { userId } = session
    await context.limits.consume('passkeyRegistration', userId)
    await reauthenticate(context, session, bodyOf(req))
    await requirePasskeyCapacity(context, userId)
    await deleteExpiredChallenges(context)
    const { username } = await accountOf(res, userId)
    const call = auth.api.generatePasskeyRegistrationOptions({
      query: { name: `@${username}` },
      headers: headersOf(req),
      returnHeaders: true,
    })
    const { headers, response } = await mapApiErrors(call, passkeyNotAdded)
    forwardCookies(headers, res)
    res.json(response)
  })

  routes.post('/verify-registration', async (req, res) => {
    const context = contextOf(res)
    const session = requireSession(res)
    const input = bodyOf(req).name
    const name = input === undefined ? deviceOf(req.get('user-agent')) : readPasskeyName(input)
    const body = { ...readCredential<Body<'verifyPasskeyRegistration'>>(req), name }
    const call = auth.api.verifyPasskeyRegistration({ body, headers: headersOf(req) })
    const { id, createdAt } = await mapApiErrors(call, passkeyNotAdded)
    await acceptPasskey(context, session, id)
    const account = await accountOf(res, session.userId)
    context.mail?.send(() => passkeyMail(context, account))
    res.status(201).json({ passkey: { id, name, createdAt } })
  })

  return routes
}

function accountOf(res: Response, id: string) {
  const select = { id: true, username: true, displayName: true, email: true }
  return contextOf(res).database.user.findUniqueOrThrow({ where: { id }, select })
}

/** better-auth checks the rest with the signature. */
function readCredential<T>(req: Request): T {
  const body = credentialBody.safeParse(req.body)
  if (!body.success)
    throw new AppError('BAD_INPUT', accountErrors.passkeyFailed, { field: 'response' })
  return body.data as T
}

/** Whether the device checked a fingerprint, face or PIN, which makes a passkey two factors. */
function isUserVerified({ response }: Body<'verifyPasskeyAuthentication'>): boolean {
  const flags = Buffer.from(response.response.authenticatorData, 'base64url')[FLAGS_OFFSET] ?? 0
  return (flags & USER_VERIFIED_FLAG) > 0
}

/** With the cookie, better-auth would list the account's passkeys in the options. */
function headersWithoutCookie(req: Request): Headers {
  const headers = headersOf(req)
  headers.delete('cookie')
  return headers
}
