import { useState } from 'react'
import { afterNextPaint } from '../lib/after-next-paint.ts'

/**
 * State that shows a change at once and sends it after the next paint, because a cache write checks
 * every list. `send` must write the change to the cache before it returns.
 */
export function useOptimisticState<State>(
  stored: State,
): [shown: State, change: (next: State, send: (next: State) => unknown) => void] {
  const [optimistic, setOptimistic] = useState<State | null>(null)
  const change = async (next: State, send: (next: State) => unknown) => {
    setOptimistic(next)
    await afterNextPaint()
    send(next)
    // Apollo renders the components of a changed fragment in a timer. Before, `stored` is stale.
    await new Promise((resolve) => setTimeout(resolve))
    setOptimistic((current) => (current === next ? null : current))
  }
  return [optimistic ?? stored, change]
}
