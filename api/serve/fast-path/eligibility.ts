import type { IncomingMessage } from 'node:http'
import { createSameOriginCheck } from '#api/http/csrf.ts'
import { createHostCheck } from '#api/http/host.ts'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'

/** Express handles larger bodies. Operations are small. */
const MAX_BODY_BYTES = 64 * 1024
const JSON_TYPE = /^application\/json(?: *; *charset=utf-8)?$/i

/**
 * Whether a request passes the checks of the middleware and needs no feature that only Express has.
 */
export function createEligibilityCheck(settings: Settings): (req: IncomingMessage) => boolean {
  const isAllowedHost = createHostCheck(settings)
  const isSameOrigin = createSameOriginCheck(settings)
  return ({ method, url, headers }) => {
    const length = Number(headers['content-length'])
    return (
      method === 'POST' &&
      url === '/graphql' &&
      length > 0 &&
      length <= MAX_BODY_BYTES &&
      headers['content-encoding'] === undefined &&
      JSON_TYPE.test(headers['content-type'] ?? '') &&
      isAllowedHost(headers.host) &&
      isSameOrigin(headers) &&
      headers[demoUser.header.toLowerCase()] === undefined &&
      headers['if-none-match'] === undefined &&
      headers['x-cost'] === undefined &&
      headers['sec-fetch-mode'] !== 'navigate' &&
      headers.upgrade === undefined
    )
  }
}
