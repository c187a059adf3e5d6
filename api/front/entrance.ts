import type { IncomingMessage } from 'node:http'
import { demoUser } from '#rules/demo-user.ts'
import { hostNameOf, isLoopbackName } from '../http/host.ts'
import type { Settings } from '../settings.ts'

const KEPT_HOSTS = 100

/**
 * Whether a request is plain enough for the front: it passes every check that Express would make, and asks for nothing
 * that only Express does. Any other goes to Express, which says what is wrong with it.
 */
export function createEntrance({ publicUrl, host }: Settings): (req: IncomingMessage) => boolean {
  const own = new URL(publicUrl)
  const [publicName, anyHost] = [hostNameOf(own.host), !isLoopbackName(host)]
  const hosts = new Map<string, boolean>()

  function isOurs(name: string | undefined): boolean {
    if (!name) return false
    let ours = hosts.get(name)
    if (ours === undefined) {
      const asked = hostNameOf(name)
      ours = asked !== '' && (anyHost || asked === publicName || isLoopbackName(asked))
      if (hosts.size < KEPT_HOSTS) hosts.set(name, ours)
    }
    return ours
  }

  return ({ headers }) => {
    const { origin } = headers
    const site = headers['sec-fetch-site']
    return (
      isOurs(headers.host) &&
      (origin === undefined || origin === own.origin) &&
      (site === undefined || site === 'same-origin' || site === 'none') &&
      headers[demoUser.header.toLowerCase()] === undefined &&
      headers['if-none-match'] === undefined &&
      headers['sec-fetch-mode'] !== 'navigate' &&
      headers.upgrade === undefined
    )
  }
}
