import { type Request, type Response, Router } from 'express'
import type { Context } from '#api/context.ts'
import { contextOf, localsOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import {
  OIDC_CALLBACK,
  OIDC_CONNECT,
  OIDC_DISCONNECT,
  OIDC_START,
  type OidcProblemCode,
  usernamePath,
} from '#rules/oidc.ts'
import { connectionPath } from '#rules/oidc-connection.ts'
import { paths, safeReturnTo } from '#rules/paths.ts'
import { inOurWords } from '../common/better-auth-errors.ts'
import { words } from '../common/messages.ts'
import { confirmOwner } from '../password/reauthenticate.ts'
import type { Auth } from '../session/auth.ts'
import { bodyOf, headersOf, sessionOf, takeSession } from '../session/session.http.ts'
import { hasTwoFactor } from '../two-factor/two-factor.write.ts'
import { type KeptDeparture, keepDeparture, takeDeparture } from './authorization-requests.ts'
import { oidcCookie } from './oidc.cookie.ts'
import { createOidc, OidcProblem } from './oidc.ts'
import { accountFor, usernameFrom } from './oidc.write.ts'
import { connect, disconnect } from './oidc-connection.write.ts'

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
      res.redirect(await leave(res, { returnTo }))
    } catch (error) {
      leadBack(res, error, wayToSignIn(returnTo))
    }
  })

  // Not a link that another site could lead to: it might have made the browser somebody else's at the provider first.
  routes.post(OIDC_CONNECT, async (req, res) => {
    const [context, session] = [contextOf(res), sessionOf(res)]
    const { userId } = session
    await confirmOwner(context, session, bodyOf(req))
    if (await hasTwoFactor(context, userId))
      throw new AppError('FORBIDDEN', words.twoStepsNoProvider)
    try {
      res.json({ url: await leave(res, { returnTo: paths.settings, connects: userId }) })
    } catch (error) {
      const code = codeOf(error)
      if (!code) throw error
      res.json({ url: connectionPath(code) })
    }
  })

  routes.post(OIDC_DISCONNECT, async (_req, res) => {
    await disconnect(contextOf(res), sessionOf(res))
    res.status(204).end()
  })

  routes.get(OIDC_CALLBACK, async (req, res) => {
    const context = contextOf(res)
    const state = cookie.take(req, res)
    const { session } = localsOf(res)
    let back = session ? wayToSettings : wayToSignIn(paths.home)
    try {
      await context.limits.consume('signIn', context.clientAddress)
      const departure =
        state !== null && state === req.query.state
          ? await takeDeparture(context.database, state)
          : null
      if (!departure) throw new OidcProblem('stale')
      const { returnTo, connects } = departure
      back = connects && session ? wayToSettings : wayToSignIn(returnTo)
      const identity = await oidc.finish(
        new URL(req.originalUrl, settings.publicUrl).search,
        departure,
      )
      if (connects) {
        // Whoever signed in meanwhile may be somebody else.
        if (session?.userId !== connects) throw new OidcProblem('stale')
        await connect(context, connects, identity)
        return res.redirect(connectionPath('connected'))
      }
      const { id, needsUsername } = await accountFor(context, identity)
      await begin(req, res, id)
      res.redirect(needsUsername ? usernamePath(returnTo, usernameFrom(identity)) : returnTo)
    } catch (error) {
      leadBack(res, error, back)
    }
  })

  /** @returns where to send somebody */
  async function leave(
    res: Response,
    wish: Pick<KeptDeparture, 'returnTo' | 'connects'>,
  ): Promise<string> {
    const { departure, url } = await oidc.begin()
    await keepDeparture(contextOf(res).database, { ...departure, ...wish })
    cookie.set(res, departure.state)
    return url
  }

  async function begin(req: Request, res: Response, userId: string): Promise<void> {
    const call = auth.api.signInAs({
      body: { userId },
      headers: headersOf(req),
      returnHeaders: true,
    })
    const { headers, response } = await inOurWords(call, () => new OidcProblem('failed'))
    const context = contextOf(res)
    if (await hasTwoFactor(context, userId)) {
      await context.database.session.deleteMany({ where: { token: response.token } })
      throw new OidcProblem('twoSteps')
    }
    await takeSession(res, headers)
  }

  return routes
}

/** The address of a page that says what went wrong. */
type WayBack = (problem: OidcProblemCode) => string

const wayToSettings: WayBack = connectionPath
const wayToSignIn =
  (returnTo: string): WayBack =>
  (problem) =>
    `${paths.signIn}?${new URLSearchParams({ problem, returnTo })}`

/** What is no refusal is the server's own fault. */
function leadBack(res: Response, error: unknown, back: WayBack): void {
  const code = codeOf(error)
  if (!code) throw error
  if (error instanceof OidcProblem && error.cause) logCause(contextOf(res), error)
  res.redirect(back(code))
}

function codeOf(error: unknown): OidcProblemCode | null {
  if (error instanceof OidcProblem) return error.code
  return error instanceof AppError && error.code === 'RATE_LIMITED' ? 'often' : null
}

/** For the operator: the words of the library alone, since what lies behind them may be a token. */
function logCause({ log, requestId }: Context, { code, cause }: OidcProblem): void {
  const reason = [
    messageOf(cause),
    cause instanceof Error && cause.cause instanceof TypeError ? messageOf(cause.cause) : '',
  ]
    .filter(Boolean)
    .join(': ')
  log.warn({ requestId, code, reason }, 'Signing in with the OpenID provider failed')
}
