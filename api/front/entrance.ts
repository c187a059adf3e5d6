import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { demoUser } from '#rules/demo-user.ts'
import { createNameCheck, hostNameOf } from '../http/host.ts'
import { createSiteCheck } from '../http/write-check.ts'
import type { Settings } from '../settings.ts'

const KEPT_HOSTS = 100
/** The longest name in DNS, and a port. */
const MAX_HOST_LENGTH = 260

/**
 * Whether a request is plain enough for the front: it passes every check that Express would make, and asks for nothing
 * that only Express does. Any other goes to Express, which says what is wrong with it.
 */
export function createEntrance(settings: Settings): (req: IncomingMessage) => boolean {
  const [isOwnName, isOwnSite] = [createNameCheck(settings), createSiteCheck(settings)]
  const hosts = new LRUCache<string, boolean>({ max: KEPT_HOSTS })

  function isOurs(host: string | undefined): boolean {
    if (!host || host.length > MAX_HOST_LENGTH) return false
    const known = hosts.get(host)
    if (known !== undefined) return known
    const name = hostNameOf(host)
    const ours = name !== '' && isOwnName(name)
    hosts.set(host, ours)
    return ours
  }

  return ({ headers }) =>
    isOurs(headers.host) &&
    isOwnSite(headers) &&
    headers[demoUser.header.toLowerCase()] === undefined &&
    headers['if-none-match'] === undefined &&
    headers['sec-fetch-mode'] !== 'navigate' &&
    headers.upgrade === undefined
}
