import type { RequestHandler, Response } from 'express'
import type { Graphql } from '#api/graphql/yoga.ts'
import { localsOf } from '#api/http/locals.ts'
import { isRead } from '#api/http/methods.ts'
import { sendProblem } from '#api/http/problem.ts'
import { FROM_MAIL } from '#rules/mail-link.ts'
import { USERNAME_STEP, usernamePath } from '#rules/oidc.ts'
import { paths, safeReturnTo, signInPath } from '#rules/paths.ts'
import type { PageFiles } from './page-files.ts'
import {
  createPreloader,
  FEED,
  OWN_PROFILE,
  type PreloadedQuery,
  profileOf,
  searchFor,
  VIEWER,
} from './preloaded-data.ts'

/** Browsers may cache a page, and must revalidate it before each use. */
export const REVALIDATE = 'no-cache'

/** Serves the client's pages at all remaining paths, with preloaded data. */
export function clientPages(pages: PageFiles | null, graphql: Graphql): RequestHandler {
  if (!pages) return (req, res) => (isRead(req.method) ? notBuilt(res) : methodNotAllowed(res))
  const preload = createPreloader(pages.operations, graphql)

  return async (req, res) => {
    if (!isRead(req.method)) return methodNotAllowed(res)
    const { session, context } = localsOf(res)
    const address = req.path.toLowerCase().replace(/(.)\/$/, '$1')
    const sendPreloaded = async (...queries: PreloadedQuery[]) =>
      pages.sendPreloaded(req, res, 'app', await preload([VIEWER, ...queries], context))

    // These two pages depend on the caller, so they keep the default of not being cached.
    if (address === paths.home)
      return session ? sendPreloaded(FEED) : pages.send(req, res, 'landing')
    if (address === paths.ownProfile) {
      if (session) return sendPreloaded(OWN_PROFILE)
      return context.settings.demoUser
        ? pages.send(req, res, 'app')
        : res.redirect(signInPath(paths.ownProfile))
    }

    // The demo user has no settings.
    if (address === paths.settings)
      return session ? sendPreloaded() : res.redirect(signInPath(paths.settings))

    const user = profilePathUser(req.path)
    if (user !== null) {
      const results = await preload([VIEWER, profileOf(user)], context)
      const exists = results.some(({ name, data }) => name === 'Profile' && data.user !== null)
      return pages.sendPreloaded(req, res.status(exists ? 200 : 404), 'app', results)
    }
    const isExplore = address === paths.explore
    const search = isExplore ? searchFor(req.query.q) : null
    res.status(isExplore ? 200 : 404)
    if (search) return sendPreloaded(search)
    return session ? sendPreloaded() : pages.send(req, res.set('Cache-Control', REVALIDATE), 'app')
  }
}

/** The sign-in page. A signed-in caller only needs it to choose a username. */
export function signInPage(pages: PageFiles | null): RequestHandler {
  return (req, res) => {
    const { session } = localsOf(res)
    // Links in emails also work for signed-in callers.
    if (session && req.query[FROM_MAIL] === undefined) {
      const returnTo = safeReturnTo(req.query.returnTo)
      if (!session.needsUsername) return res.redirect(returnTo)
      if (req.query.step !== USERNAME_STEP) return res.redirect(usernamePath(returnTo))
    }
    if (!pages) return notBuilt(res)
    pages.send(req, res, 'sign-in')
  }
}

/** The id or username in the path of a profile page. Null for other paths. */
function profilePathUser(path: string): string | null {
  const [, prefix, user, ...rest] = path.replace(/\/$/, '').split('/')
  return `/${prefix}`.toLowerCase() === paths.ownProfile && user && rest.length === 0
    ? decodeSegment(user)
    : null
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function methodNotAllowed(res: Response): void {
  res.set('Allow', 'GET, HEAD')
  sendProblem(res, { status: 405, detail: 'This address only supports GET and HEAD.' })
}

/** The response for pages of a client that is not built. */
export function notBuilt(res: Response): void {
  res
    .status(503)
    .type('html')
    .send(
      '<!doctype html><title>Good Vibes</title><p>The pages are not built yet. Run <code>npm run build</code>.',
    )
}
