/**
 * One of the largest bodies takes up to a millisecond to parse, so a turn has one of them. Small
 * ones do not wait behind many large ones.
 */
const MAX_BYTES_PER_TURN = 96 * 1024
/** A health check waits for no more than a few turns. */
const MAX_TURN_MS = 10

interface Task {
  bytes: number
  run: () => void
}

/**
 * Spreads requests, and the parsing of their bodies, over turns of the event loop, so that many
 * which arrive at the same moment do not hold up everything else.
 */
export class Turns {
  readonly #now: () => number
  #waiting: Task[] = []
  #bytes = 0
  /** When the first task of this turn began. */
  #startedAt: number | null = null

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Runs a task in this turn if it has room, else in one of the next. */
  run(bytes: number, run: () => void): void {
    if (!this.tryRun(bytes, run)) this.#waiting.push({ bytes, run })
  }

  /** @returns whether this turn had room for the task */
  tryRun(bytes: number, run: () => void): boolean {
    if (this.#startedAt === null) {
      this.#startedAt = this.#now()
      setImmediate(this.#nextTurn)
    } else if (this.#isFull(bytes)) return false
    this.#bytes += bytes
    run()
    return true
  }

  #isFull(bytes: number): boolean {
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES_PER_TURN) return true
    return this.#now() - (this.#startedAt ?? 0) >= MAX_TURN_MS
  }

  readonly #nextTurn = (): void => {
    this.#bytes = 0
    this.#startedAt = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const { bytes, run } of waiting) this.run(bytes, run)
  }
}
