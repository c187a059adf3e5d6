import ipaddr from 'ipaddr.js'

const KEY_GROUPS = 4
const IPV6_KEY = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/

/**
 * The key of an address in rate limits. IPv6 addresses share the key of their /64, because a client
 * usually controls all of it.
 */
export function addressKey(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, KEY_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/**
 * The /48 of an IPv6 address, which one customer of a provider may control.
 * @param key of the address
 * @returns null for IPv4, and for keys of something else
 */
export function networkKey(key: string): string | null {
  const prefix = IPV6_KEY.exec(key)?.[1]
  return prefix === undefined ? null : `${prefix}::/48`
}

/** The key of what one customer of a provider may control: the /48, or the IPv4 address. */
export const customerKey = (key: string): string => networkKey(key) ?? key
