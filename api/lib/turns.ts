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
 * Spreads the work of many requests over turns of the event loop, so that requests which arrive at
 * the same moment, or wait for the same answer, do not hold up everything else.
 */
export class Turns {
  readonly #now: () => number
  readonly #waiting: Task[] = []
  #bytes = 0
  /** When the first task of this turn began. */
  #startedAt: number | null = null
  #isRunning = false

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Runs a task in this turn if it has room, else in one of the next. */
  run(bytes: number, run: () => void): void {
    if (!this.tryRun(bytes, run)) this.#waiting.push({ bytes, run })
  }

  /** @returns whether this turn had room for the task */
  tryRun(bytes: number, run: () => void): boolean {
    if (this.#isRunning || this.#isOver || !this.#hasRoom(bytes)) return false
    this.#begin({ bytes, run })
    return true
  }

  #begin({ bytes, run }: Task): void {
    if (this.#startedAt === null) {
      this.#startedAt = this.#now()
      setImmediate(this.#nextTurn)
    }
    this.#bytes += bytes
    this.#isRunning = true
    // What promises continue belongs to a task's time. Microtasks run before the next tick.
    queueMicrotask(() => process.nextTick(this.#runNext))
    run()
  }

  get #isOver(): boolean {
    return this.#startedAt !== null && this.#now() - this.#startedAt >= MAX_TURN_MS
  }

  #hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= MAX_BYTES_PER_TURN
  }

  readonly #nextTurn = (): void => {
    this.#bytes = 0
    this.#startedAt = null
    if (!this.#isRunning) this.#runNext()
  }

  readonly #runNext = (): void => {
    this.#isRunning = false
    if (this.#waiting.length === 0 || this.#isOver) return
    const index = this.#waiting.findIndex(({ bytes }) => this.#hasRoom(bytes))
    const [task] = index === -1 ? [] : this.#waiting.splice(index, 1)
    if (task) this.#begin(task)
  }
}
