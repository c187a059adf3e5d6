import { type Request, type Response, Router } from 'express'
import { OIDC_CALLBACK, OIDC_START, type OidcProblemCode, usernamePath } from '#rules/oidc.ts'
import { paths, safeReturnTo } from '#rules/paths.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { contextOf, localsOf } from '../../http/locals.ts'
import { messageOf } from '../../operator-error.ts'
import type { Settings } from '../../settings.ts'
import type { Auth } from './auth.ts'
import { oidcCookie } from './oidc.cookie.ts'
import { keepDeparture, takeDeparture } from './oidc.departures.ts'
import { createOidc, OidcProblem } from './oidc.ts'
import { accountFor, usernameFrom } from './oidc.write.ts'
import { inOurWords } from './refusal.ts'
import { headersOf, takeSession } from './session.http.ts'

/** Signing in with the operator's provider, where there is one: a browser is led there, comes back, and is led on. Mounted at the root. */
export function oidcRoutes(auth: Auth, settings: Settings): Router {
  const routes = Router()
  if (!settings.oidc) return routes
  const oidc = createOidc(settings, settings.oidc)
  const cookie = oidcCookie(settings)

  routes.get(OIDC_START, async (req, res) => {
    const context = contextOf(res)
    const returnTo = safeReturnTo(req.query.returnTo)
    if (localsOf(res).session) return res.redirect(returnTo)
    try {
      await context.limits.consume('passkeyChallenge', context.clientAddress)
      const { departure, url } = await oidc.begin()
      await keepDeparture(context.database, { ...departure, returnTo })
      cookie.set(res, departure.state)
      res.redirect(url)
    } catch (error) {
      leadBack(res, error, returnTo)
    }
  })

  routes.get(OIDC_CALLBACK, async (req, res) => {
    const context = contextOf(res)
    const state = cookie.take(req, res)
    let returnTo: string = paths.home
    try {
      await context.limits.consume('signIn', context.clientAddress)
      const departure = state !== null && state === req.query.state ? await takeDeparture(context.database, state) : null
      if (!departure) throw new OidcProblem('stale')
      returnTo = departure.returnTo
      const identity = await oidc.finish(new URL(req.originalUrl, settings.publicUrl).search, departure)
      const { id, needsUsername } = await accountFor(context, identity)
      await begin(req, res, id)
      res.redirect(needsUsername ? usernamePath(returnTo, usernameFrom(identity)) : returnTo)
    } catch (error) {
      leadBack(res, error, returnTo)
    }
  })

  async function begin(req: Request, res: Response, userId: string): Promise<void> {
    const call = auth.api.signInAs({ body: { userId }, headers: headersOf(req), returnHeaders: true })
    const { headers } = await inOurWords(call, () => new OidcProblem('failed'))
    await takeSession(res, headers)
  }

  return routes
}

/** To the sign-in page, which says what went wrong; what is no refusal is the server's own fault. */
function leadBack(res: Response, error: unknown, returnTo: string): void {
  const code = codeOf(error)
  if (!code) throw error
  if (error instanceof OidcProblem && error.cause) logCause(contextOf(res), error)
  res.redirect(`${paths.signIn}?${new URLSearchParams({ problem: code, returnTo })}`)
}

function codeOf(error: unknown): OidcProblemCode | null {
  if (error instanceof OidcProblem) return error.code
  return error instanceof AppError && error.code === 'RATE_LIMITED' ? 'often' : null
}

/** For the operator: the words of the library alone, since what lies behind them may be a token. */
function logCause({ log, requestId }: Context, { code, cause }: OidcProblem): void {
  const reason = [messageOf(cause), cause instanceof Error && cause.cause instanceof TypeError ? messageOf(cause.cause) : '']
    .filter(Boolean)
    .join(': ')
  log.warn({ requestId, code, reason }, 'Signing in with the OpenID provider failed')
}
