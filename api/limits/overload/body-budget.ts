import type { ServerResponse } from 'node:http'

/**
 * The limit for the sum of all large bodies in flight. Each is held in memory, parts of it twice.
 */
const MAX_BYTES = 64 * 1024 * 1024
/** A body that is still arriving after this time may be evicted. */
const SLOW_AFTER_MS = 5_000

interface InFlightBody {
  res: ServerResponse
  bytes: number
  /** By the clock of `performance`. */
  startedAt: number
}

/** Bounds the memory of large bodies, from the request's headers to the end of its response. */
export class BodyBudget {
  /** In order of arrival. */
  readonly #inFlight = new Set<InFlightBody>()
  #bytes = 0

  /**
   * Reserves bytes until the response ends or the connection closes.
   * @returns false when the budget is used up
   */
  reserve(res: ServerResponse, bytes: number): boolean {
    if (!this.#evictSlow(this.#bytes + bytes - MAX_BYTES)) return false
    const body = { res, bytes, startedAt: performance.now() }
    this.#inFlight.add(body)
    this.#bytes += bytes
    res.once('close', () => this.#release(body))
    return true
  }

  /** Evicts the oldest slow bodies, so that slow senders cannot use up the budget. */
  #evictSlow(bytes: number): boolean {
    const slow: InFlightBody[] = []
    let missing = bytes
    for (const body of this.#inFlight) {
      if (missing <= 0) break
      const age = performance.now() - body.startedAt
      if (age < SLOW_AFTER_MS || body.res.req.complete) continue
      slow.push(body)
      missing -= body.bytes
    }
    if (missing > 0) return false
    for (const body of slow) {
      this.#release(body)
      body.res.destroy()
    }
    return true
  }

  #release(body: InFlightBody) {
    if (this.#inFlight.delete(body)) this.#bytes -= body.bytes
  }
}
