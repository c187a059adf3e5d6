import type { IncomingMessage } from 'node:http'
import { createSameOriginCheck } from '#api/http/csrf.ts'
import { createHostCheck } from '#api/http/host.ts'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'

/**
 * Whether a request passes the checks of the middleware and needs no feature that only Express has.
 */
export function createEligibilityCheck(settings: Settings): (req: IncomingMessage) => boolean {
  const isAllowedHost = createHostCheck(settings)
  const isSameOrigin = createSameOriginCheck(settings)
  return ({ method, url, headers }) =>
    method === 'POST' &&
    url === '/graphql' &&
    isAllowedHost(headers.host) &&
    isSameOrigin(headers) &&
    headers[demoUser.header.toLowerCase()] === undefined &&
    headers['if-none-match'] === undefined &&
    headers['x-cost'] === undefined &&
    headers['sec-fetch-mode'] !== 'navigate' &&
    headers.upgrade === undefined
}
