import type { RequestHandler } from 'express'

/** Keeps every response out of search engines. */
export const noIndexing: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex')
  next()
}
