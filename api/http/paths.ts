import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import parseurl from 'parseurl'
import { notFound } from './problem.ts'

/** A request's path as Express matches it: lower case, without a trailing slash. */
export function routedPath(req: IncomingMessage): string {
  return (parseurl.original(req)?.pathname ?? '').toLowerCase().replace(/(.)\/$/, '$1')
}

/** Replaces `{name}` by Express's `:name`. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Rejects longer paths and other case, which Express passes to a handler of the path. */
export function exactPath(path: string): RequestHandler {
  const pattern = new RegExp(`^${path}/?(\\?|$)`)
  return (req, res, next) => (pattern.test(req.originalUrl) ? next() : notFound(res))
}
