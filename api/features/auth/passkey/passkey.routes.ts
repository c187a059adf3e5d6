import { type Request, type Response, Router } from 'express'
import * as z from 'zod/mini'
import { contextOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { deviceOf } from '#rules/device.ts'
import { readPasskeyName } from '../common/account-input.ts'
import { inOurWords, passkeyNotAdded, passkeySignInFailed } from '../common/better-auth-errors.ts'
import { words } from '../common/messages.ts'
import { passkeyMail } from '../mail/account-mails.ts'
import { confirmOwner } from '../password/reauthenticate.ts'
import type { Auth } from '../session/auth.ts'
import {
  answerSignedIn,
  bodyOf,
  headersOf,
  passCookies,
  sessionOf,
} from '../session/session.http.ts'
import { hasTwoFactor } from '../two-factor/two-factor.write.ts'
import { keepPasskey, refuseTooManyPasskeys, removeExpiredChallenges } from './passkey.write.ts'

type Body<Name extends 'verifyPasskeyAuthentication' | 'verifyPasskeyRegistration'> = NonNullable<
  Parameters<Auth['api'][Name]>[0]
>['body']

/** What a browser's `credential.toJSON()` gives: as far as it is used before its signature is checked. */
const credential = z.looseObject({ id: z.string(), rawId: z.string(), response: z.looseObject({}) })
const FLAGS = 32
const USER_VERIFIED = 0x04
const credentialBody = z.object({ response: credential })

/** Signing in by passkey, and the passkeys of whoever is signed in; mounted at /api/auth/passkey. */
export function passkeyRoutes(auth: Auth): Router {
  const routes = Router()

  routes.get('/generate-authenticate-options', async (req, res) => {
    const context = contextOf(res)
    await context.limits.consume('passkeyChallenge', context.clientAddress)
    await removeExpiredChallenges(context)
    const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
      headers: anonymous(req),
      returnHeaders: true,
    })
    passCookies(headers, res)
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
    const { headers, response } = await inOurWords(call, passkeySignInFailed)
    const { user, session } = response
    if (!checkedTheirOwner(body) && (await hasTwoFactor(contextOf(res), user.id))) {
      await contextOf(res).database.session.deleteMany({ where: { token: session.token } })
      throw new AppError('UNAUTHENTICATED', words.passkeyUnverified)
    }
    await answerSignedIn(res, headers, await accountOf(res, user.id))
  })

  // The challenge is what only the owner gets: without it no passkey is added.
  routes.post('/generate-register-options', async (req, res) => {
    const context = contextOf(res)
    const session = sessionOf(res)
    const { userId } = session
    await context.limits.consume('passkeyRegistration', userId)
    await confirmOwner(context, session, bodyOf(req))
    await refuseTooManyPasskeys(context, userId)
    await removeExpiredChallenges(context)
    const { username } = await accountOf(res, userId)
    const call = auth.api.generatePasskeyRegistrationOptions({
      query: { name: `@${username}` },
      headers: headersOf(req),
      returnHeaders: true,
    })
    const { headers, response } = await inOurWords(call, passkeyNotAdded)
    passCookies(headers, res)
    res.json(response)
  })

  routes.post('/verify-registration', async (req, res) => {
    const context = contextOf(res)
    const session = sessionOf(res)
    const given = bodyOf(req).name
    const name = given === undefined ? deviceOf(req.get('user-agent')) : readPasskeyName(given)
    const body = { ...readCredential<Body<'verifyPasskeyRegistration'>>(req), name }
    const call = auth.api.verifyPasskeyRegistration({ body, headers: headersOf(req) })
    const { id, createdAt } = await inOurWords(call, passkeyNotAdded)
    await keepPasskey(context, session, id)
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

/** The rest of its shape is checked with its signature. */
function readCredential<T>(req: Request): T {
  const body = credentialBody.safeParse(req.body)
  if (!body.success) throw new AppError('BAD_INPUT', words.passkeyFailed, { field: 'response' })
  return body.data as T
}

/**
 * Whether a device asked for a finger, a face or a PIN before it signed, as its signed data tells (WebAuthn level 2, 6.1): without
 * that it is one thing that somebody has, and no second step.
 */
function checkedTheirOwner({ response }: Body<'verifyPasskeyAuthentication'>): boolean {
  const flags = Buffer.from(response.response.authenticatorData, 'base64url')[FLAGS] ?? 0
  return (flags & USER_VERIFIED) > 0
}

/** Without the cookie: which passkeys an account has is for nobody to see, and the device knows what it can offer. */
function anonymous(req: Request): Headers {
  const headers = headersOf(req)
  headers.delete('cookie')
  return headers
}
