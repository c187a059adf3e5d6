/** The largest body takes up to a millisecond to parse, so one of them is enough for a turn. */
const MAX_BYTES_PER_TURN = 64 * 1024

interface Task {
  bytes: number
  run: () => void
}

/**
 * Spreads the parsing of bodies over turns of the event loop, so that many bodies that end at the
 * same moment do not hold up everything else.
 */
export class Turns {
  #waiting: Task[] = []
  #bytes = 0
  #isScheduled = false

  /** Runs a task in this turn if it has room, else in one of the next. */
  run(bytes: number, run: () => void): void {
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES_PER_TURN) {
      this.#waiting.push({ bytes, run })
      return
    }
    if (!this.#isScheduled) setImmediate(this.#nextTurn)
    this.#isScheduled = true
    this.#bytes += bytes
    run()
  }

  readonly #nextTurn = (): void => {
    this.#bytes = 0
    this.#isScheduled = false
    const waiting = this.#waiting
    this.#waiting = []
    for (const { bytes, run } of waiting) this.run(bytes, run)
  }
}
