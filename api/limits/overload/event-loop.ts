import { performance } from 'node:perf_hooks'

/** Milliseconds after which the utilization is measured anew. */
const WINDOW = 200
/** Share of the time in which the event loop has work to do. */
const SATURATED = 0.75

/** Measures whether the event loop keeps up. */
export class EventLoop {
  #since = performance.now()
  #last = performance.eventLoopUtilization()
  #isSaturated = false

  /** Whether it did not between the last two measurements, which are made on demand. */
  get isSaturated(): boolean {
    if (performance.now() - this.#since > WINDOW) {
      const now = performance.eventLoopUtilization()
      this.#isSaturated = performance.eventLoopUtilization(now, this.#last).utilization > SATURATED
      this.#last = now
      this.#since = performance.now()
    }
    return this.#isSaturated
  }
}
