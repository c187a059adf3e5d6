import { networkKey } from '#api/lib/address-key.ts'

export const streamLimits = {
  perAccount: 10,
  perAddress: 20,
  /** Of an IPv6 /48, which has 65,536 addresses. */
  perNetwork: 200,
  perProcess: 2_000,
} as const

export type StreamLimit = keyof typeof streamLimits

/** Who opens a stream. */
export interface StreamOwner {
  /** Null for anonymous callers, and for an account that many people share. */
  accountId: string | null
  /** A key for limits: the IPv4 address, or the /64 network of an IPv6 address. */
  address: string
}

/** The owner or the process has the maximum number of streams open. */
export class TooManyStreams extends Error {
  override readonly name = 'TooManyStreams'
  readonly limit: StreamLimit

  constructor(limit: StreamLimit) {
    super(`Too many streams: ${limit}`)
    this.limit = limit
  }
}

/** Counts the open streams of this process. */
export class StreamCounts {
  #total = 0
  readonly #byAccount = new Map<string, number>()
  /** Also by network. */
  readonly #byAddress = new Map<string, number>()

  /** @throws TooManyStreams */
  add({ accountId, address }: StreamOwner): void {
    const exceeded = this.#exceeded(accountId, address)
    if (exceeded) throw new TooManyStreams(exceeded)
    this.#change(accountId, address, 1)
  }

  remove({ accountId, address }: StreamOwner): void {
    this.#change(accountId, address, -1)
  }

  #exceeded(accountId: string | null, address: string): StreamLimit | null {
    if (this.#total >= streamLimits.perProcess) return 'perProcess'
    if (countOf(this.#byAddress, address) >= streamLimits.perAddress) return 'perAddress'
    const network = networkKey(address)
    if (network !== null && countOf(this.#byAddress, network) >= streamLimits.perNetwork)
      return 'perNetwork'
    if (accountId !== null && countOf(this.#byAccount, accountId) >= streamLimits.perAccount)
      return 'perAccount'
    return null
  }

  #change(accountId: string | null, address: string, difference: number): void {
    this.#total += difference
    changeCount(this.#byAddress, address, difference)
    const network = networkKey(address)
    if (network !== null) changeCount(this.#byAddress, network, difference)
    if (accountId !== null) changeCount(this.#byAccount, accountId, difference)
  }
}

const countOf = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0

function changeCount(counts: Map<string, number>, key: string, difference: number): void {
  const count = countOf(counts, key) + difference
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
