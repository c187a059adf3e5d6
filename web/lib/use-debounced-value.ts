import { useEffect, useState } from 'react'

const DELAY_MS = 400

/** The latest value that stayed unchanged for `delayMs`. */
export function useDebouncedValue(value: string, delayMs = DELAY_MS): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setDebounced, delayMs, value)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
