import type { ServerResponse } from 'node:http'

/** Milliseconds between looks at those whose bodies are still coming: there may be thousands of them. */
const BETWEEN_LOOKS_AT_COMING = 5
/** Milliseconds for which it is full once it was: thousands may ask in a moment. */
const FULL_FOR = 1
/** Below this nobody counts. */
const FEW = 64

interface Entry {
  res: ServerResponse
  /** By the clock of `performance`. */
  came: number
}

/** Requests of one kind that have no answer yet. Nothing is done when one is answered: that is seen at the next look. */
export class Lane {
  /** The oldest first, and among them some that were answered since the last look. */
  #inWork: Entry[] = []
  #coming: Entry[] = []
  #lookedAtComing = 0
  #lookAt = FEW
  #looked = Number.NEGATIVE_INFINITY
  readonly #isComing: (res: ServerResponse) => boolean

  /** @param isComing whether a request is not to be counted yet */
  constructor(isComing: (res: ServerResponse) => boolean) {
    this.#isComing = isComing
  }

  enter(res: ServerResponse): void {
    if (this.#inWork.length >= this.#lookAt) this.#look()
    this.#inWork.push({ res, came: performance.now() })
  }

  /** Whether so many or more are in work. */
  has(count: number): boolean {
    if (this.#inWork.length < count) return false
    if (performance.now() - this.#looked > FULL_FOR) this.#look()
    return this.#inWork.length >= count
  }

  /** For how many milliseconds half of those in work have been there at least, as of the last look. */
  get age(): number {
    const middle = this.#inWork[this.#inWork.length >> 1]
    return middle ? performance.now() - middle.came : 0
  }

  /** The one that came first of those in work that fulfil a condition. */
  oldest(fulfils: (res: ServerResponse, age: number) => boolean): ServerResponse | undefined {
    const now = performance.now()
    return this.#inWork.find(({ res, came }) => fulfils(res, now - came))?.res
  }

  #look() {
    const now = performance.now()
    const coming = now - this.#lookedAtComing > BETWEEN_LOOKS_AT_COMING ? this.#coming.splice(0) : []
    if (coming.length > 0) this.#lookedAtComing = now
    const unanswered = [...coming, ...this.#inWork].filter(({ res }) => !isAnswered(res))
    this.#inWork = []
    for (const entry of unanswered) (this.#isComing(entry.res) ? this.#coming : this.#inWork).push(entry)
    this.#looked = now
    this.#lookAt = Math.max(FEW, 2 * this.#inWork.length)
  }
}

/** Whether an answer has begun, or nobody waits for it any more. Who reads slowly takes no time from others. */
export function isAnswered({ headersSent, destroyed }: ServerResponse): boolean {
  return headersSent || destroyed
}
