import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import proxyAddress from 'proxy-addr'
import { addressKey } from '#api/lib/address-key.ts'
import type { Settings } from '#api/settings/settings.ts'

/** An address in brackets, or with a single colon: what follows is a port. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/
const MAX_LOGGED_LENGTH = 64

/**
 * The key of a client's rate limits: its address as the outermost trusted proxy saw it. A client
 * whose address cannot be read shares the key of the proxy that reported it.
 */
export function createClientAddress(
  { trustProxy }: Pick<Settings, 'trustProxy'>,
  log: Logger,
): (req: IncomingMessage) => string {
  let isReported = false
  const report = (address: string) => {
    if (isReported) return
    isReported = true
    log.warn(
      { address: address.slice(0, MAX_LOGGED_LENGTH) },
      'X-Forwarded-For has an address that cannot be read. Its clients share the rate limits of ' +
        'the proxy. Check that TRUST_PROXY is the number of proxies.',
    )
  }
  return (req) => {
    // From the socket's address to the client's.
    const addresses = proxyAddress.all(req, (_address, hop) => hop < trustProxy)
    for (const address of addresses.reverse()) {
      const parsed = parseAddress(address ?? '')
      if (parsed !== null) return addressKey(parsed)
      if (address) report(address)
    }
    return 'unknown'
  }
}

/** Some proxies append a port, put IPv6 into brackets, or quote the address. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1')
  const parts = WITH_PORT.exec(unquoted)
  const [withoutZone = ''] = (parts?.[1] ?? parts?.[2] ?? unquoted).split('%')
  // The library would also read 1.2 or 0x7f000001.
  const isAddress =
    ipaddr.IPv4.isValidFourPartDecimal(withoutZone) || ipaddr.IPv6.isValid(withoutZone)
  return isAddress ? ipaddr.process(withoutZone) : null
}
