import type { ServerResponse } from 'node:http'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * The headers that the middleware sets on every caller-dependent response: name, value, name, value
 * …
 */
export function fixedHeaders(settings: Settings): string[] {
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader() {},
  }
  securityHeaders(settings)({} as never, response as never, () => {})
  return [...headers]
    .flat()
    .concat(
      'Cache-Control',
      'private, no-store',
      'Vary',
      `Cookie, Authorization, ${demoUser.header}, Accept-Encoding`,
    )
}

export interface RawResponse {
  status?: number
  type: string
  body: Buffer | string
  /** Name, value, name, value … */
  headers?: readonly string[]
}

/** Sends a response without Express. @param fixed the result of `fixedHeaders` */
export function writeResponse(
  res: ServerResponse,
  fixed: readonly string[],
  requestId: string,
  { status = 200, type, body, headers = [] }: RawResponse,
): void {
  const length = String(Buffer.byteLength(body))
  const own = ['X-Request-Id', requestId, 'Content-Type', type, 'Content-Length', length]
  // Node sends a string body in one write with the head, which halves the time.
  res.writeHead(status, [...fixed, ...own, ...headers]).end(body)
}
