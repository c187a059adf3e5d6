import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Context } from '#api/context.ts'
import { contextOf, localsOf } from '#api/http/locals.ts'
import { AppError } from '#api/lib/errors.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import type { OidcSettings, Settings } from '#api/settings/settings.ts'
import * as accountApi from '#rules/account-api.ts'
import { type OidcProblemCode, usernamePath, waitingPath } from '#rules/oidc.ts'
import { connectionPath } from '#rules/oidc-connection.ts'
import { joinPath, paths } from '#rules/paths.ts'
import type { Reason } from '#rules/reasons.ts'
import { safeReturnTo } from '#rules/return-to.ts'
import { providerMail } from '../mail/account-mails.ts'
import { hasIdentity } from '../password/login-methods.ts'
import { reauthenticate } from '../password/reauthenticate.ts'
import { type AccountRequest, accountRoute, mount } from '../session/account-route.ts'
import type { Auth } from '../session/auth.ts'
import { checkNewSession, createSession, replaceSession } from '../session/session.http.ts'
import { hasTwoFactor } from '../two-factor/two-factor.write.ts'
import {
  consumeAuthorizationRequest,
  type StoredAuthorizationRequest,
  saveAuthorizationRequest,
} from './authorization-requests.ts'
import { type OidcCookie, oidcCookie } from './oidc.cookie.ts'
import { createOidc, type Identity, type Oidc, OidcError } from './oidc.ts'
import { findOrCreateAccount, suggestedUsername } from './oidc.write.ts'
import { connect, disconnect } from './oidc-connection.write.ts'

interface Services {
  auth: Auth
  publicUrl: string
  oidc: Oidc
  /** What people know the provider by. */
  name: string
  cookie: OidcCookie
}

/** Sign-in with the operator's OpenID provider, if one is configured. */
export function oidcRoutes(auth: Auth, settings: Settings): Router {
  return settings.oidc ? providerRoutes(auth, settings, settings.oidc) : Router()
}

function providerRoutes(auth: Auth, settings: Settings, provider: OidcSettings): Router {
  const services = {
    auth,
    publicUrl: settings.publicUrl,
    oidc: createOidc(settings, provider),
    name: provider.name,
    cookie: oidcCookie(settings),
  }
  const routes = Router()
  mount(routes, accountApi.startProviderSignIn, startSignIn(services))
  // POST: another site could link to a GET, after signing the browser in to its own account at the
  // provider.
  accountRoute(routes, accountApi.connectProvider, startConnecting(services))
  accountRoute(routes, accountApi.disconnectProvider, ({ context, session }) =>
    disconnect(context, session),
  )
  mount(routes, accountApi.finishProviderSignIn, handleCallback(services))
  return routes
}

function startSignIn(services: Services): RequestHandler {
  return async (req, res) => {
    const context = contextOf(res)
    const returnTo = safeReturnTo(req.query.returnTo)
    const invitation = invitationIn(req)
    if (localsOf(res).session) return res.redirect(returnTo)
    try {
      await context.limits.consume('providerSignIn', context.clientAddress)
      res.redirect(await startAuthorization(services, res, { returnTo, invitation }))
    } catch (error) {
      redirectWithProblem(res, error, signInErrorPath(returnTo, invitation))
    }
  }
}

function startConnecting(services: Services) {
  return async (request: AccountRequest<typeof accountApi.connectProvider>) => {
    const { context, session, res } = request
    const { userId } = session
    await reauthenticate(context, session, request.body)
    if (await hasTwoFactor(context, userId))
      throw new AppError('FORBIDDEN', 'PROVIDER_SKIPS_TWO_FACTOR')
    const target = { returnTo: paths.settings, connects: userId }
    try {
      return { url: await startAuthorization(services, res, target) }
    } catch (error) {
      const code = problemCodeOf(error)
      if (!code) throw error
      return { url: connectionPath(code) }
    }
  }
}

function handleCallback(services: Services): RequestHandler {
  return async (req, res) => {
    const context = contextOf(res)
    const state = services.cookie.consume(req, res)
    const { session } = localsOf(res)
    let errorPath = session ? connectionPath : signInErrorPath(paths.home)
    try {
      const request =
        state !== null && state === req.query.state
          ? await consumeAuthorizationRequest(context.database, state)
          : null
      if (!request) throw new OidcError('stale')
      // Anyone can make a browser open this address with a state that is made up.
      await context.limits.consume('signIn', context.clientAddress)
      const { returnTo, connects, invitation } = request
      errorPath = connects && session ? connectionPath : signInErrorPath(returnTo, invitation)
      const query = new URL(req.originalUrl, services.publicUrl).search
      const identity = await services.oidc.exchangeCode(query, request)
      if (connects) {
        await connectIdentity(res, connects, { identity, name: services.name })
        res.redirect(connectionPath('connected'))
      } else {
        const account = await findOrCreateAccount(context, identity, invitation)
        if (!account) return res.redirect(waitingPath)
        const { id, needsUsername } = account
        await startSession(services, req, res, { id, identity })
        const username = suggestedUsername(identity)
        res.redirect(needsUsername ? usernamePath(returnTo, username) : returnTo)
      }
    } catch (error) {
      redirectWithProblem(res, error, errorPath)
    }
  }
}

/** @returns the URL to send the browser to */
async function startAuthorization(
  { oidc, cookie }: Services,
  res: Response,
  target: Pick<StoredAuthorizationRequest, 'returnTo' | 'connects' | 'invitation'>,
): Promise<string> {
  const { request, url } = await oidc.createRequest()
  await saveAuthorizationRequest(contextOf(res).database, { ...request, ...target })
  cookie.set(res, request.state)
  return url
}

/** @throws OidcError `stale` if another account has signed in since */
async function connectIdentity(
  res: Response,
  userId: string,
  { identity, name }: { identity: Identity; name: string },
): Promise<void> {
  const [context, { session }] = [contextOf(res), localsOf(res)]
  if (session?.userId !== userId) throw new OidcError('stale')
  const account = await connect(context, session, identity)
  if (account) context.mail?.send(() => providerMail(context, account, name))
}

/** @throws OidcError `twoSteps` if the account uses two-step sign-in, `failed` if it is disabled */
async function startSession(
  { auth }: Services,
  req: Request,
  res: Response,
  { id, identity }: { id: string; identity: Identity },
): Promise<void> {
  const failed = () => new OidcError('failed')
  const { headers, token } = await createSession(auth, req, id, failed)
  const context = contextOf(res)
  await checkNewSession(context, token, async () => {
    if (!(await hasIdentity(context, id, identity))) throw failed()
    // Turning two-step sign-in on meanwhile ends the session.
    if (await hasTwoFactor(context, id)) throw new OidcError('twoSteps')
  })
  await replaceSession(res, headers)
}

/** The path of the page that shows a problem's message. */
type ErrorPath = (problem: OidcProblemCode) => string

/** With an invitation, its page shows what others can be tried again there. */
const signInErrorPath =
  (returnTo: string, invitation?: string): ErrorPath =>
  (problem) => {
    const page = invitation && problem !== 'invitation' ? joinPath(invitation) : paths.signIn
    return `${page}?${new URLSearchParams({ problem, returnTo })}`
  }

/** Longer than every code. */
const MAX_CODE_LENGTH = 100

function invitationIn({ query: { invitation } }: Request): string | undefined {
  return typeof invitation === 'string' ? invitation.slice(0, MAX_CODE_LENGTH) : undefined
}

/** Rethrows unexpected errors. */
function redirectWithProblem(res: Response, error: unknown, errorPath: ErrorPath): void {
  const code = problemCodeOf(error)
  if (!code) throw error
  if (error instanceof OidcError && error.cause) logCause(contextOf(res), error)
  res.redirect(errorPath(code))
}

const problemCodes = new Map<Reason, OidcProblemCode>([
  ['INVITATION_NEEDED', 'uninvited'],
  ['INVITATION_INVALID', 'invitation'],
])

function problemCodeOf(error: unknown): OidcProblemCode | null {
  if (error instanceof OidcError) return error.code
  if (!(error instanceof AppError)) return null
  if (error.code === 'RATE_LIMITED') return 'often'
  return problemCodes.get(error.reason) ?? null
}

/** Logs only messages: other properties of the library's errors may contain tokens. */
function logCause({ log, requestId }: Context, { code, cause }: OidcError): void {
  const reason = [
    messageOf(cause),
    cause instanceof Error && cause.cause instanceof TypeError ? messageOf(cause.cause) : '',
  ]
    .filter(Boolean)
    .join(': ')
  log.warn({ requestId, code, reason }, 'Signing in with the OpenID provider failed')
}
