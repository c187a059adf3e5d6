import { useEffect, useState } from 'react'

const DELAY_MS = 400

/**
 * The latest value that stayed unchanged for 400 ms.
 * @param isPaused keeps the last one
 */
export function useDebouncedValue(value: string, isPaused = false): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(setDebounced, DELAY_MS, value)
    return () => clearTimeout(timer)
  }, [value, isPaused])
  return debounced
}
