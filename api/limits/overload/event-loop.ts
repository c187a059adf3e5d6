import { performance } from 'node:perf_hooks'

const WINDOW_MS = 200
/** Utilization, from 0 to 1. */
const SATURATION_THRESHOLD = 0.75

/** Measures whether the event loop keeps up with its work. */
export class EventLoop {
  #since = performance.now()
  #previous = performance.eventLoopUtilization()
  #isSaturated = false

  /** Over the last complete window. Each read may start a new one. */
  get isSaturated(): boolean {
    if (performance.now() - this.#since > WINDOW_MS) {
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, this.#previous)
      this.#isSaturated = utilization > SATURATION_THRESHOLD
      this.#previous = current
      this.#since = performance.now()
    }
    return this.#isSaturated
  }
}
