import { useEffect, useState } from 'react'

/** Milliseconds without a change after which typing has come to a rest. */
const REST = 400

/** What was typed, once the typing has come to a rest: to judge and to load a link whole, not every beginning of it. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, REST, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
