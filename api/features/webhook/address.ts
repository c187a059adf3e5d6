import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A name resolved to an address that webhooks must not reach. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

export type Resolve = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void

/** The only IPv6 addresses that the internet uses. Outside are such as ::127.0.0.1. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public internet: not loopback, private, link-local, shared,
 * multicast, reserved, nor an IPv6 address that maps to an IPv4 one.
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // ::ffff:127.0.0.1 becomes 127.0.0.1; other transitional ranges are not `unicast`.
  const parsed = ipaddr.process(address)
  const isAllocated = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
  return isAllocated && parsed.range() === 'unicast'
}

/**
 * A `lookup` for sockets that refuses private addresses. It is the only resolution of a connection,
 * so a name cannot change its address after the check.
 */
export function publicLookup(resolve: Resolve = dns.lookup): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('No address'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
}

/** Names of private networks, which public DNS does not have. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion)$/

/**
 * Whether a URL's host is private as written. Decimal, octal, hexadecimal and short IPv4 addresses
 * have been normalized by the URL's parser.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(name) > 0) return !isPublicAddress(name)
  return !name.includes('.') || PRIVATE_NAME.test(name)
}

/** Whether a name has a private address at present. False for a name that cannot be resolved. */
export function resolvesToPrivate(host: string, resolve?: Resolve): Promise<boolean> {
  return new Promise((done) => {
    publicLookup(resolve)(host, {}, (error) => done(error instanceof PrivateAddressError))
  })
}
