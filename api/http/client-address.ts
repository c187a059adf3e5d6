import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'
import type { Settings } from '#api/settings/settings.ts'

const NETWORK_GROUPS = 4

/** Reads a client's address as a key of limits, through as many proxies as are trusted. */
export function createClientAddress({
  trustProxy,
}: Pick<Settings, 'trustProxy'>): (req: IncomingMessage) => string {
  return (req) => addressKey(proxyAddress(req, (_address, hop) => hop < trustProxy))
}

/**
 * An address as a key of limits. A caller with one IPv6 address has the 2^64 of its network, so the network counts.
 * An IPv4 address that came over an IPv6 socket counts as itself.
 */
export function addressKey(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
