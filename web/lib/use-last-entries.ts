import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const lastEntries = new Map<string, string>()

/** The last history entry of each tab's path, so that a link to it restores its scroll position. */
export function useLastEntries(currentPath: string): ReadonlyMap<string, string> {
  const { key } = useLocation()
  useEffect(() => {
    lastEntries.set(currentPath, key)
  }, [currentPath, key])
  return lastEntries
}
