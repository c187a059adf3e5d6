import type { RequestHandler, Response } from 'express'
import { demoUser } from '#rules/demo-user.ts'
import { contextOf } from './locals.ts'

/** Keeps every response out of search engines. */
export const noIndexing: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex')
  next()
}

/** Forbids caching by default, because most responses depend on the caller. */
export const privateResponses: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'private, no-store')
  res.vary('Cookie').vary('Authorization').vary(demoUser.header)
  next()
}

/**
 * Lets caches keep a response that each use revalidates: shared caches for anonymous callers, the
 * caller's own otherwise.
 */
export function allowRevalidation(res: Response): Response {
  const { viewer, token } = contextOf(res)
  return res.set('Cache-Control', viewer || token ? 'private, no-cache' : 'no-cache')
}
