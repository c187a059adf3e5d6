import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import { isModerator } from '#api/actor.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { localsOf } from '#api/http/locals.ts'
import { isRead } from '#api/http/methods.ts'
import { sendProblem } from '#api/http/problem.ts'
import { FROM_MAIL } from '#rules/mail-link.ts'
import { USERNAME_STEP, usernamePath } from '#rules/oidc.ts'
import { pageVariables } from '#rules/page-variables.ts'
import { frame, type PageQuery, type PageRow, pages, type Visitors } from '#rules/pages.ts'
import { signInPath } from '#rules/paths.ts'
import { safeReturnTo } from '#rules/return-to.ts'
import type { PageFiles } from './page-files.ts'
import { createPreloader, type PreloadedQuery } from './preloaded-data.ts'

/** Browsers may cache a page, and must revalidate it before each use. */
export const REVALIDATE = 'no-cache'

type Page = Omit<PageRow, 'page' | 'path'>

/** Serves the client's pages at all remaining paths, with preloaded data. */
export function clientPages(files: PageFiles | null, graphql: Graphql): RequestHandler {
  if (!files) return (req, res) => (isRead(req.method) ? notBuilt(res) : methodNotAllowed(res))
  const sendPage = createPageSender(files, graphql)

  const router = express.Router()
  router.use((req, res, next) => (isRead(req.method) ? next() : methodNotAllowed(res)))
  for (const page of pages) router.get(page.path, (req, res) => sendPage(req, res, page))
  const sendNotFound: RequestHandler = (req, res) => sendPage(req, res.status(404), NOT_FOUND)
  router.use(sendNotFound)
  const handleInvalidPath: ErrorRequestHandler = (error, req, res, next) =>
    error instanceof URIError ? sendNotFound(req, res, next) : next(error)
  router.use(handleInvalidPath)
  // All pages share one route label.
  return (req, res, next) => router(req, res, next)
}

const NOT_FOUND: Page = { visitors: 'page' }

function createPageSender(files: PageFiles, graphql: Graphql) {
  const preload = createPreloader(files.operations, graphql)

  return async function sendPage(req: Request, res: Response, page: Page) {
    const { session, context } = localsOf(res)
    // These pages depend on the caller, so they keep the default of not being cached.
    if (!session && page.visitors !== 'page')
      return sendToVisitor(files, page.visitors, { req, res })
    if (page.forModerators && !isModerator(context))
      return sendPage(req, res.status(404), NOT_FOUND)

    const request = {
      params: req.params as Record<string, string>,
      search: searchOf(req),
      cookies: req.headers.cookie ?? '',
      port: new URL(context.settings.publicUrl).port,
    }
    const toQuery = ({ operation, variables }: PageQuery, isNeeded = false): PreloadedQuery[] => {
      const values = pageVariables[variables](request)
      return values ? [{ name: operation, variables: values, isNeeded }] : []
    }
    const queries = [...(page.tabs ?? []), ...(page.query ? [page.query] : [])]
      .flatMap((query) => toQuery(query, page.needsResult))
      .slice(0, 1)
    if (!session && queries.length === 0 && !page.needsResult)
      return files.send(req, res.set('Cache-Control', REVALIDATE), 'app')
    const [results, head] = await Promise.all([
      preload([...toQuery(frame), ...queries], context),
      page.head && queries.length > 0
        ? files.heads.read(page.head, request.params, { context, graphql })
        : null,
    ])
    const isFound = results.some(({ name, data }) => name === queries[0]?.name && !isEmpty(data))
    if (page.needsResult && !isFound) res.status(404)
    files.sendPreloaded(req, res, { results, head })
  }
}

/** What a visitor gets at the path of a page for accounts. */
function sendToVisitor(
  files: PageFiles,
  visitors: Exclude<Visitors, 'page'>,
  { req, res }: { req: Request; res: Response },
) {
  if (visitors === 'landing') return files.send(req, res, 'landing')
  return visitors === 'demo' && localsOf(res).context.settings.demoUser
    ? files.send(req, res, 'app')
    : res.redirect(signInPath(req.path.toLowerCase().replace(/(.)\/$/, '$1') + queryOf(req)))
}

/** The query as it was sent, from its question mark; empty without one. */
const queryOf = ({ url }: Request) => url.match(/\?.*/s)?.[0] ?? ''
const searchOf = (req: Request) => new URLSearchParams(queryOf(req))

// A field that its query skips is undefined.
const isEmpty = (data: Record<string, unknown>) =>
  Object.values(data).every((value) => value === null || value === undefined)

/** The sign-in page. A signed-in caller only needs it to choose a username. */
export function signInPage(pages: PageFiles | null): RequestHandler {
  return (req, res) => {
    const { session } = localsOf(res)
    // Links in emails also work for signed-in callers.
    if (session && req.query[FROM_MAIL] === undefined) {
      const returnTo = safeReturnTo(req.query.returnTo)
      if (!session.viewer.needsUsername) return res.redirect(returnTo)
      if (req.query.step !== USERNAME_STEP) return res.redirect(usernamePath(returnTo))
    }
    if (!pages) return notBuilt(res)
    pages.send(req, res, 'sign-in')
  }
}

function methodNotAllowed(res: Response): void {
  res.set('Allow', 'GET, HEAD')
  sendProblem(res, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    detail: 'This address only supports GET and HEAD.',
  })
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
