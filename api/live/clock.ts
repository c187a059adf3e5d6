/** The time by which streams send their events. */
export interface Clock {
  /** Milliseconds since a fixed time. Never goes back. */
  now(): number
  /** Runs a function once. @returns a function that cancels it */
  schedule(run: () => void, afterMs: number): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  schedule(run, afterMs) {
    const timer = setTimeout(run, afterMs)
    return () => clearTimeout(timer)
  },
}
