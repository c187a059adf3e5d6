import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'
import type { Settings } from '#api/settings/settings.ts'

const NETWORK_PREFIX_GROUPS = 4

/** The key of a client's rate limits: its address as the outermost trusted proxy saw it. */
export function createClientAddress({
  trustProxy,
}: Pick<Settings, 'trustProxy'>): (req: IncomingMessage) => string {
  return (req) => addressKey(proxyAddress(req, (_address, hop) => hop < trustProxy))
}

/**
 * A rate limit key. IPv6 addresses share the key of their /64, because a client usually controls
 * all of it. An IPv4-mapped address counts as IPv4.
 */
function addressKey(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, NETWORK_PREFIX_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
