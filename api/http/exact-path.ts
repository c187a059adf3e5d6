import type { RequestHandler } from 'express'
import { notFound } from './problem.ts'

/** Rejects longer paths and other case, which Express passes to a handler of the path. */
export function exactPath(path: string): RequestHandler {
  const pattern = new RegExp(`^${path}/?(\\?|$)`)
  return (req, res, next) => (pattern.test(req.originalUrl) ? next() : notFound(res))
}
