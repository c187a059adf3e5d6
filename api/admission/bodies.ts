import type { IncomingMessage } from 'node:http'

const lateBody = Symbol('how to read a body behind admission')

const SECOND_MS = 1_000
/** The limit for the sum of all bodies that are held. */
const MAX_BYTES = 64 * 1024 * 1024
/** An address may use up half of it, so that others still can send. */
const MAX_BYTES_PER_ADDRESS = MAX_BYTES / 2
/** A phone on a poor connection sends more. */
const MIN_BYTES_PER_SECOND = 1024
/** A body that is still arriving after this time has to keep to that rate, and may be evicted. */
const SLOW_AFTER_MS = 5 * SECOND_MS

interface BodyBudgetOptions {
  addressOf: (req: IncomingMessage) => string
  /** Ends a request whose body takes too long. */
  expire: (req: IncomingMessage) => void
  /** Called when a body does not fit. */
  onRefused: () => void
}

/** Memory of one body. */
export interface BodyReservation {
  /** @returns false when the budget has no more bytes */
  grow(bytes: number): boolean
  /** Grows to a size, unless it is as large. @returns as `grow` */
  growTo(bytes: number): boolean
  /** Frees the bytes. */
  release(): void
}

/** Bounds the memory of bodies by what has arrived, from the first part on until it is released. */
export class BodyBudget {
  readonly #options: BodyBudgetOptions
  /** In order of arrival. */
  readonly #held = new Set<HeldBody>()
  readonly #bytesByAddress = new Map<string, number>()
  #bytes = 0
  #sweepTimer: NodeJS.Timeout | null = null

  constructor(options: BodyBudgetOptions) {
    this.#options = options
  }

  reserve(req: IncomingMessage): BodyReservation {
    const body: HeldBody = { req, address: null, bytes: 0, startedAt: performance.now() }
    this.#held.add(body)
    this.#sweepTimer ??= setInterval(() => this.#sweep(), SECOND_MS).unref()
    const grow = (bytes: number) => {
      const fits = this.#held.has(body) && this.#grow(body, bytes)
      if (!fits) this.#options.onRefused()
      return fits
    }
    return {
      grow,
      growTo: (bytes) => bytes <= body.bytes || grow(bytes - body.bytes),
      release: () => this.#release(body),
    }
  }

  #grow(body: HeldBody, bytes: number): boolean {
    body.address ??= this.#options.addressOf(body.req)
    const ofAddress = this.#bytesByAddress.get(body.address) ?? 0
    if (ofAddress + bytes > MAX_BYTES_PER_ADDRESS) return false
    if (!this.#evictSlow(this.#bytes + bytes - MAX_BYTES, body)) return false
    this.#count(body, bytes)
    return true
  }

  /**
   * Evicts the oldest slow bodies for another one, so that slow senders cannot use up the budget.
   * @returns false, without evicting, if all of them are too small
   */
  #evictSlow(bytes: number, other: HeldBody): boolean {
    let missing = bytes
    const victims: HeldBody[] = []
    for (const body of this.#held) {
      if (missing <= 0) break
      if (body === other || ageOf(body) < SLOW_AFTER_MS || body.req.complete) continue
      missing -= body.bytes
      victims.push(body)
    }
    if (missing > 0) return false
    for (const victim of victims) this.#end(victim)
    return true
  }

  #sweep() {
    for (const body of this.#held) {
      const age = ageOf(body)
      const minBytes = (age / SECOND_MS) * MIN_BYTES_PER_SECOND
      if (age > SLOW_AFTER_MS && !body.req.complete && body.bytes < minBytes) this.#end(body)
    }
    if (this.#held.size > 0 || !this.#sweepTimer) return
    clearInterval(this.#sweepTimer)
    this.#sweepTimer = null
  }

  #end(body: HeldBody) {
    this.#release(body)
    this.#options.expire(body.req)
  }

  #release(body: HeldBody) {
    if (this.#held.delete(body)) this.#count(body, -body.bytes)
  }

  #count(body: HeldBody, bytes: number) {
    const { address } = body
    if (address === null) return
    const ofAddress = (this.#bytesByAddress.get(address) ?? 0) + bytes
    if (ofAddress === 0) this.#bytesByAddress.delete(address)
    else this.#bytesByAddress.set(address, ofAddress)
    this.#bytes += bytes
    body.bytes += bytes
  }
}

interface HeldBody {
  req: IncomingMessage
  /** Null while nothing is held. */
  address: string | null
  bytes: number
  /** By the clock of `performance`. */
  startedAt: number
}

const ageOf = ({ startedAt }: HeldBody) => performance.now() - startedAt

/** For a body that is read after its request was admitted. */
export interface LateBody {
  budget: BodyBudget
  /** Called before the body is read. */
  begin(): void
  /**
   * Admits the request again once its body has arrived.
   * @throws OverloadError
   */
  admit(bytes: number): Promise<void>
}

interface Request extends IncomingMessage {
  [lateBody]?: LateBody
}

export function expectLateBody(req: Request, body: LateBody): void {
  req[lateBody] = body
}

/** Reserves memory for a body that is read behind admission. */
export function reserveBody(req: Request): BodyReservation {
  const { begin, budget } = lateBodyOf(req)
  begin()
  return budget.reserve(req)
}

/** Waits until a body that is complete may be parsed. @throws OverloadError */
export function admitBody(req: Request, bytes: number): Promise<void> {
  return lateBodyOf(req).admit(bytes)
}

function lateBodyOf(req: Request): LateBody {
  const body = req[lateBody]
  if (!body) throw new Error('The request has not passed admission.')
  return body
}
