import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const WINDOW_MS = 200
/** Utilization, from 0 to 1. */
const SATURATION_THRESHOLD = 0.75

/** The readings of `performance` that show how busy the event loop is. */
type Clock = Pick<typeof performance, 'now' | 'eventLoopUtilization'>

/** Measures whether the event loop keeps up with its work. */
export class EventLoop {
  readonly #clock: Clock
  #since: number
  #previous: EventLoopUtilization
  #isSaturated = false
  #isTimerLate = false

  constructor(clock: Clock = performance) {
    this.#clock = clock
    this.#since = clock.now()
    this.#previous = clock.eventLoopUtilization()
    // Otherwise the first window of a burst would include the quiet time before it.
    setInterval(() => this.#endWindow(), WINDOW_MS).unref()
  }

  /** Over the last complete window. A read ends a window for which the timer is late. */
  get isSaturated(): boolean {
    if (this.#clock.now() - this.#since > WINDOW_MS) {
      this.#measure()
      this.#isTimerLate = true
    }
    return this.#isSaturated
  }

  #endWindow() {
    // What is left of a window that a read has ended is too short.
    if (!this.#isTimerLate) this.#measure()
    this.#isTimerLate = false
  }

  #measure() {
    const clock = this.#clock
    const current = clock.eventLoopUtilization()
    const { utilization } = clock.eventLoopUtilization(current, this.#previous)
    this.#isSaturated = utilization > SATURATION_THRESHOLD
    this.#previous = current
    this.#since = clock.now()
  }
}
