import type { ServerResponse } from 'node:http'

/** Bytes of the bodies in flight together: a body is in memory as a whole, some of it twice. */
const MOST = 64 * 1024 * 1024
/** Milliseconds that a body may take to arrive before its bytes can be given to another. */
const SLOW = 5_000

interface InFlight {
  res: ServerResponse
  bytes: number
  /** By the clock of `performance`. */
  came: number
}

/** Bounds the memory that large bodies take: the sum of their bytes, from the arrival of the head to the end of the response. */
export class BodyBudget {
  /** The oldest first. */
  readonly #inFlight = new Set<InFlight>()
  #bytes = 0

  /** @returns whether there is room for so many bytes; they are taken until the response ends or the connection closes */
  take(res: ServerResponse, bytes: number): boolean {
    if (!this.#makeRoom(this.#bytes + bytes - MOST)) return false
    const body = { res, bytes, came: performance.now() }
    this.#inFlight.add(body)
    this.#bytes += bytes
    res.once('close', () => this.#release(body))
    return true
  }

  /** The oldest of the slow bodies make room, so that many of them cannot block a fast one. */
  #makeRoom(bytes: number): boolean {
    const slow: InFlight[] = []
    let missing = bytes
    for (const body of this.#inFlight) {
      if (missing <= 0) break
      if (performance.now() - body.came < SLOW || body.res.req.complete) continue
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

  #release(body: InFlight) {
    if (this.#inFlight.delete(body)) this.#bytes -= body.bytes
  }
}
