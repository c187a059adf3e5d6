import type { IncomingMessage } from 'node:http'
import parseurl from 'parseurl'

/** A request's path as Express matches it: lower case, without a trailing slash. */
export function routedPath(req: IncomingMessage): string {
  return (parseurl.original(req)?.pathname ?? '').toLowerCase().replace(/(.)\/$/, '$1')
}
