import ipaddr from 'ipaddr.js'

const NETWORK_GROUPS = 4

/**
 * An address as a key of limits. Whoever has one IPv6 address has the 2^64 of its network, so that is what counts;
 * an IPv4 address that came over an IPv6 socket is itself.
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
