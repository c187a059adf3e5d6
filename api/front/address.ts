import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import proxyAddress from 'proxy-addr'
import { addressKey } from '../http/client-address.ts'
import type { Settings } from '../settings.ts'

const KEPT = 1_000
/** An IPv6 address with an IPv4 address in it and a zone. A proxy may forward any text. */
const MAX_ADDRESS_LENGTH = 64

/** The client's address as a key of limits, by the same rules as Express. */
export function createAddressReader({ trustProxy }: Settings): (req: IncomingMessage) => string {
  const keys = new LRUCache<string, string>({ max: KEPT })
  return (req) => {
    const address = trustProxy === 0 ? req.socket.remoteAddress : proxyAddress(req, (_address, hop) => hop < trustProxy)
    const kept = keys.get(address ?? '')
    if (kept) return kept
    const key = addressKey(address)
    if (address === undefined || address.length > MAX_ADDRESS_LENGTH) return key
    keys.set(address, key)
    return key
  }
}
