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

  constructor(clock: Clock = performance) {
    this.#clock = clock
    this.#since = clock.now()
    this.#previous = clock.eventLoopUtilization()
    // Otherwise the first window of a burst would include the quiet time before it.
    setInterval(() => this.#endWindow(WINDOW_MS / 2), WINDOW_MS).unref()
  }

  /** Over the last complete window. A read ends a window for which the timer is late. */
  get isSaturated(): boolean {
    this.#endWindow(WINDOW_MS)
    return this.#isSaturated
  }

  /** A late timer would measure what a read has left of its window, which is too little. */
  #endWindow(minMs: number) {
    const clock = this.#clock
    if (clock.now() - this.#since <= minMs) return
    const current = clock.eventLoopUtilization()
    const { utilization } = clock.eventLoopUtilization(current, this.#previous)
    this.#isSaturated = utilization > SATURATION_THRESHOLD
    this.#previous = current
    this.#since = clock.now()
  }
}
