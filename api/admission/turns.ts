/**
 * One of the largest bodies takes up to a millisecond to parse, so a turn has one of them. Small
 * ones do not wait behind many large ones.
 */
const MAX_BYTES_PER_TURN = 96 * 1024

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
    if (!this.tryRun(bytes, run)) this.#waiting.push({ bytes, run })
  }

  /** @returns whether this turn had room for the task */
  tryRun(bytes: number, run: () => void): boolean {
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES_PER_TURN) return false
    if (!this.#isScheduled) setImmediate(this.#nextTurn)
    this.#isScheduled = true
    this.#bytes += bytes
    run()
    return true
  }

  readonly #nextTurn = (): void => {
    this.#bytes = 0
    this.#isScheduled = false
    const waiting = this.#waiting
    this.#waiting = []
    for (const { bytes, run } of waiting) this.run(bytes, run)
  }
}
