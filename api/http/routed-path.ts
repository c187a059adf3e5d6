import type { IncomingMessage } from 'node:http'
import parseurl from 'parseurl'

/** The path of a request as Express matches it: any case, and a slash at its end or none. */
export function routedPath(req: IncomingMessage): string {
  return (parseurl.original(req)?.pathname ?? '').toLowerCase().replace(/(.)\/$/, '$1')
}
