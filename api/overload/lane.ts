import type { ServerResponse } from 'node:http'

/** Milliseconds for which a look at the requests is believed. */
const LOOK = 5

/** Requests of one kind, from their first line to the end of their answer. */
export class Lane {
  /** When each came, the oldest first. */
  readonly #open = new Map<ServerResponse, number>()
  readonly #isBusy: (res: ServerResponse) => boolean
  #lookedAt = Number.NEGATIVE_INFINITY
  #notBusy = 0
  #age = 0

  /** @param isBusy whether a request is being worked on, so that it takes time from others */
  constructor(isBusy: (res: ServerResponse) => boolean) {
    this.#isBusy = isBusy
  }

  enter(res: ServerResponse): void {
    this.#open.set(res, performance.now())
    res.once('close', () => this.#open.delete(res))
  }

  /** Whether so many or more are being worked on. */
  has(count: number): boolean {
    if (this.#open.size < count) return false
    this.#look()
    return this.#open.size - this.#notBusy >= count
  }

  /** For how many milliseconds half of those that are worked on have been there at least. */
  get age(): number {
    this.#look()
    return this.#age
  }

  /** The one that came first of those that fulfil a condition. */
  oldest(fulfils: (res: ServerResponse, age: number) => boolean): ServerResponse | undefined {
    const now = performance.now()
    for (const [res, came] of this.#open) if (fulfils(res, now - came)) return res
    return undefined
  }

  #look() {
    const now = performance.now()
    if (now - this.#lookedAt < LOOK) return
    this.#lookedAt = now
    const came: number[] = []
    for (const [res, since] of this.#open) if (this.#isBusy(res)) came.push(since)
    this.#notBusy = this.#open.size - came.length
    this.#age = came.length > 0 ? now - (came[came.length >> 1] ?? now) : 0
  }
}

/** Whether a request is all there and has no answer yet. Who sends or reads slowly takes no time from others. */
export function isBusy({ req, headersSent }: ServerResponse): boolean {
  return req.complete && !headersSent
}
