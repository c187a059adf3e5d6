import type { IncomingMessage } from 'node:http'

const ABSOLUTE_FORM = /^https?:\/\/([^/?@]+)([/?].*)?$/i

/**
 * Turns every request target into the form that all handlers expect: a path without a fragment.
 * Other forms make URL parsers throw, or disagree about the path. Node refuses other bytes than
 * printable ASCII.
 * A proxy sends the absolute form, `http://host/path`, whose host replaces the header `Host`
 * (RFC 9112, section 3.2.2).
 * @returns false for a target that is neither
 */
export function normalizeTarget(req: IncomingMessage): boolean {
  const target = req.url ?? ''
  const fragment = target.indexOf('#')
  if (fragment >= 0) req.url = target.slice(0, fragment)
  if (target.startsWith('/')) return true
  // `OPTIONS *` is about the server. No route supports it, so it gets 405.
  if (target === '*' && req.method === 'OPTIONS') return true
  const [, host, path = '/'] = ABSOLUTE_FORM.exec(req.url ?? '') ?? []
  if (host === undefined) return false
  req.headers.host = host
  req.url = path.startsWith('/') ? path : `/${path}`
  return true
}
