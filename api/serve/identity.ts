import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Services, Viewer } from '#api/context.ts'
import type { ApiTokens } from '#api/features/api-token/api-token.read.ts'
import { hashOf } from '#api/features/api-token/secret.ts'
import type { Session, Sessions } from '#api/features/auth/session/session.ts'
import { bearerSecret } from '#api/http/bearer.ts'
import { localsOf } from '#api/http/locals.ts'
import { customerKey } from '#api/lib/address-key.ts'
import { AppError } from '#api/lib/errors.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { currentRequestContext } from '#api/telemetry/request-context.ts'
import { viewerReads } from '#api/viewer.ts'
import { demoUser } from '#rules/demo-user.ts'
import { type AddressOf, contextFor } from './caller-context.ts'

/** Identifies the caller, and creates the context for all later handlers. */
export function identifyCaller(
  services: Services,
  sessions: Sessions,
  apiTokens: ApiTokens,
  addressOf: AddressOf,
): RequestHandler {
  const bySession = identifyBySession(services, sessions, addressOf)
  const byToken = identifyByToken(services, apiTokens, addressOf)
  return (req, res, next) => {
    const secret = bearerSecret(req.headers)
    return secret === null ? bySession(req, res, next) : byToken(secret, req, res, next)
  }
}

/** Ignores cookies. */
function identifyByToken(services: Services, apiTokens: ApiTokens, addressOf: AddressOf) {
  return async (secret: string, req: Request, res: Response, next: NextFunction) => {
    const hash = hashOf(secret)
    const token = hash && (await apiTokens.find(hash))
    if (!token) {
      res.set('WWW-Authenticate', 'Bearer error="invalid_token"')
      throw new AppError('UNAUTHENTICATED', 'TOKEN_INVALID')
    }
    const locals = localsOf(res)
    locals.session = null
    locals.sessionTokens = []
    const { requestId } = locals
    const clientAddress = addressOf(req)
    const caller = { viewer: null, token, sessionToken: null, requestId, clientAddress }
    locals.context = {
      ...contextFor(services, req, caller),
      findViewer: async () => (await apiTokens.find(hash))?.viewer ?? null,
    }
    next()
  }
}

function identifyBySession(
  services: Services,
  sessions: Sessions,
  addressOf: AddressOf,
): RequestHandler {
  return async (req, res, next) => {
    const locals = localsOf(res)
    const tokens = sessions.tokensFrom(req.headers.cookie)
    const found = await Promise.all(tokens.map((token) => sessions.find(token)))
    const session = found.find((each) => each !== null) ?? null
    if (session && req.headers.cookie)
      req.headers.cookie = sessions.withOnly(req.headers.cookie, session.token)
    const { cookie } = req.headers
    if (session && cookie && sessions.shouldRenew(session))
      for (const line of await sessions.renew(cookie)) res.append('Set-Cookie', line)
    locals.session = session
    locals.sessionTokens = tokens
    const viewer = await viewerOf(req, session, services)
    const clientAddress = addressOf(req)
    noteCaller(session, clientAddress)
    const { requestId } = locals
    const sessionToken = session?.token ?? null
    const caller = { viewer, token: null, sessionToken, requestId, clientAddress }
    locals.context = {
      ...contextFor(services, req, caller),
      findViewer: async () =>
        session
          ? ((await sessions.find(session.token))?.viewer ?? null)
          : viewerOf(req, null, services),
    }
    services.replicas?.setCookieOn(req, res, locals.context)
    next()
  }
}

/** For the turns of password hashes. */
function noteCaller(session: Session | null, clientAddress: string): void {
  const context = currentRequestContext()
  if (context)
    context.caller = {
      key: session?.userId ?? customerKey(clientAddress),
      hasSession: session !== null,
    }
}

/** A session takes precedence over the header that opts in to the demo user. */
async function viewerOf(
  req: Request,
  session: Session | null,
  { settings, database }: Services,
): Promise<Viewer | null> {
  if (session) return session.viewer
  const actsAsDemo = settings.demoUser && req.get(demoUser.header) === '1'
  return actsAsDemo ? viewerReads(database)(DEMO_USER_UUID) : null
}
