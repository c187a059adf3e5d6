import type { Clock } from '#api/live/clock.ts'

export interface ManualClock extends Clock {
  advance(ms: number): void
}

/** A clock that only a test advances. */
export function createManualClock(): ManualClock {
  let now = 0
  const timers = new Set<{ at: number; run: () => void }>()
  const runDue = () => {
    for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
      if (timer.at > now || !timers.delete(timer)) continue
      timer.run()
    }
  }
  return {
    now: () => now,
    schedule(run, afterMs) {
      const timer = { at: now + afterMs, run }
      timers.add(timer)
      if (afterMs <= 0) setImmediate(runDue)
      return () => timers.delete(timer)
    },
    advance(ms) {
      now += ms
      runDue()
    },
  }
}
