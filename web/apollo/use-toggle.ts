import { useState } from 'react'
import { afterNextPaint } from '../lib/after-next-paint.ts'

interface Toggle<State> {
  /** The state with the last click applied. */
  shown: State
  toggle: () => void
}

/**
 * A state with two sides, such as liked or not. A click shows at once and is sent after the next
 * paint, because a cache write checks every list.
 * @param send must write the change to the cache before it returns, and send it as a toggle
 */
export function useToggle<State>(
  stored: State,
  toggled: (state: State) => State,
  send: (next: State) => unknown,
): Toggle<State> {
  const [clicked, setClicked] = useState<State | null>(null)
  const shown = clicked ?? stored
  const toggle = async () => {
    const next = toggled(shown)
    setClicked(next)
    await afterNextPaint()
    send(next)
    // Apollo renders the components of a changed fragment in a timer. Before, `stored` is stale.
    await new Promise((resolve) => setTimeout(resolve))
    setClicked((current) => (current === next ? null : current))
  }
  return { shown, toggle }
}
