import type { IncomingHttpHeaders } from 'node:http'

const BEARER = /^Bearer(?: +(.*))?$/i

/** The secret in `Authorization: Bearer`. Null without one: other schemes belong to proxies. */
export function bearerSecret({ authorization }: IncomingHttpHeaders): string | null {
  const match = authorization === undefined ? null : BEARER.exec(authorization)
  return match && (match[1] ?? '').trim()
}
