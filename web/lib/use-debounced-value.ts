import { useEffect, useState } from 'react'

const DELAY_MS = 400

/** The latest value that stayed unchanged for 400 ms. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DELAY_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
