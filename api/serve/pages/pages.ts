import type { RequestHandler, Response } from 'express'
import type { Graphql } from '#api/graphql/yoga.ts'
import { localsOf } from '#api/http/locals.ts'
import { isRead } from '#api/http/methods.ts'
import { sendProblem } from '#api/http/problem.ts'
import { FROM_MAIL } from '#rules/mail-link.ts'
import { USERNAME_STEP, usernamePath } from '#rules/oidc.ts'
import { paths, safeReturnTo, signInPath } from '#rules/paths.ts'
import {
  answerer,
  FEED,
  type FirstOperation,
  OWN_PROFILE,
  profileOf,
  searchFor,
  VIEWER,
} from './page-data.ts'
import type { PageFiles } from './page-files.ts'

/** A page may be kept if the server is asked each time whether it is still the same. */
export const REVALIDATE = 'no-cache'

/** The client at every address that no other door answers, with what it shows first where that is known. */
export function clientPages(pages: PageFiles | null, graphql: Graphql): RequestHandler {
  if (!pages) return (req, res) => (isRead(req.method) ? notBuilt(res) : onlyRead(res))
  const answersTo = answerer(pages.operations, graphql)

  return async (req, res) => {
    if (!isRead(req.method)) return onlyRead(res)
    const { session, context } = localsOf(res)
    const address = req.path.toLowerCase().replace(/(.)\/$/, '$1')
    const sendWith = async (...operations: FirstOperation[]) =>
      pages.sendWith(req, res, 'app', await answersTo([VIEWER, ...operations], context))

    // What these two show depends on who asks, so nobody keeps it.
    if (address === paths.home) return session ? sendWith(FEED) : pages.send(req, res, 'landing')
    if (address === paths.ownProfile) {
      if (session) return sendWith(OWN_PROFILE)
      return context.settings.demoUser
        ? pages.send(req, res, 'app')
        : res.redirect(signInPath(paths.ownProfile))
    }

    // The demo user has none.
    if (address === paths.settings)
      return session ? sendWith() : res.redirect(signInPath(paths.settings))

    const person = personOf(req.path)
    if (person !== null) {
      const answers = await answersTo([VIEWER, profileOf(person)], context)
      const found = answers.some(({ name, data }) => name === 'Profile' && data.user !== null)
      return pages.sendWith(req, res.status(found ? 200 : 404), 'app', answers)
    }
    const isExplore = address === paths.explore
    const search = isExplore ? searchFor(req.query.q) : null
    res.status(isExplore ? 200 : 404)
    if (search) return sendWith(search)
    return session ? sendWith() : pages.send(req, res.set('Cache-Control', REVALIDATE), 'app')
  }
}

/** The page to sign in on, for whoever is not signed in, and to choose a username on for who has none. */
export function signInPage(pages: PageFiles | null): RequestHandler {
  return (req, res) => {
    const { session } = localsOf(res)
    // What a mail leads to is for whoever reads it, signed in or not.
    if (session && req.query[FROM_MAIL] === undefined) {
      const returnTo = safeReturnTo(req.query.returnTo)
      if (!session.needsUsername) return res.redirect(returnTo)
      if (req.query.step !== USERNAME_STEP) return res.redirect(usernamePath(returnTo))
    }
    if (!pages) return notBuilt(res)
    pages.send(req, res, 'sign-in')
  }
}

/** Whom a path is the page of, by id or username; null when of nobody. */
function personOf(path: string): string | null {
  const [, door, user, ...rest] = path.replace(/\/$/, '').split('/')
  return `/${door}`.toLowerCase() === paths.ownProfile && user && rest.length === 0
    ? decoded(user)
    : null
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function onlyRead(res: Response): void {
  res.set('Allow', 'GET, HEAD')
  sendProblem(res, { status: 405, detail: 'This address can only be read.' })
}

/** Answers in place of a page while nothing is built. */
export function notBuilt(res: Response): void {
  res
    .status(503)
    .type('html')
    .send(
      '<!doctype html><title>Good Vibes</title><p>The pages are not built yet. Run <code>npm run build</code>.',
    )
}
