import type { Request, RequestHandler, Response } from 'express'
import { parse } from 'graphql'
import { paths, safeReturnTo, signInPath } from '#rules/paths.ts'
import type { Context } from '../context.ts'
import { fromPublicId } from '../ids.ts'
import type { Graphql } from '../yoga.ts'
import { contextOf, localsOf } from './locals.ts'
import { isRead } from './methods.ts'
import type { PageFiles, PageName } from './page-files.ts'
import { sendProblem } from './problem.ts'

/** Whether somebody has this id or username, as far as the caller may know. */
export type UserExists = (idOrUsername: string, context: Context) => Promise<boolean>

const USER_EXISTS = parse('query UserExists($id: ID, $username: String) { user(id: $id, username: $username) { id } }')

/** Asks as any client would, so that a page is found exactly when its content is. */
export function userFinder({ execute }: Graphql): UserExists {
  return async (idOrUsername, context) => {
    const variables = fromPublicId(idOrUsername) ? { id: idOrUsername } : { username: idOrUsername }
    const { data, errors } = await execute(USER_EXISTS, variables, context)
    if (errors?.[0]) throw errors[0]
    return data?.user != null
  }
}

/** A page may be kept if the server is asked each time whether it is still the same. */
const REVALIDATE = 'no-cache'

/** The client at every address that no other door answers. */
export function clientPages(pages: PageFiles | null, userExists: UserExists): RequestHandler {
  return async (req, res) => {
    if (!isRead(req.method)) {
      res.set('Allow', 'GET, HEAD')
      return sendProblem(res, { status: 405, detail: 'This address can only be read.' })
    }
    if (!pages) return notBuilt(res)
    const { session } = localsOf(res)
    const { settings } = contextOf(res)
    const address = req.path.toLowerCase().replace(/(.)\/$/, '$1')

    // What these two show depends on who asks, so nobody keeps it.
    if (address === paths.home) return pages.send(req, res, session ? 'app' : 'landing')
    if (address === paths.ownProfile) {
      return session || settings.demoUser ? pages.send(req, res, 'app') : res.redirect(signInPath(paths.ownProfile))
    }

    const found = address === paths.explore || (await isProfile(req, res, userExists))
    show(req, res.status(found ? 200 : 404), pages, 'app')
  }
}

/** The page to sign in on, for whoever is not signed in. */
export function signInPage(pages: PageFiles | null): RequestHandler {
  return (req, res) => {
    if (localsOf(res).session) return res.redirect(safeReturnTo(req.query.returnTo))
    if (!pages) return notBuilt(res)
    pages.send(req, res, 'sign-in')
  }
}

function show(req: Request, res: Response, pages: PageFiles, name: PageName): void {
  res.set('Cache-Control', REVALIDATE)
  pages.send(req, res, name)
}

async function isProfile(req: Request, res: Response, userExists: UserExists): Promise<boolean> {
  const [, door, user, ...rest] = req.path.replace(/\/$/, '').split('/')
  if (`/${door}`.toLowerCase() !== paths.ownProfile || !user || rest.length > 0) return false
  const idOrUsername = decoded(user)
  return idOrUsername !== null && userExists(idOrUsername, contextOf(res))
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function notBuilt(res: Response): void {
  res
    .status(503)
    .type('html')
    .send('<!doctype html><title>Good Vibes</title><p>The pages are not built yet. Run <code>npm run build</code>.')
}
