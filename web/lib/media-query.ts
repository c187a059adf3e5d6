import { useCallback, useSyncExternalStore } from 'react'

/** Breakpoints: the rail from 768 px, the sidebar and panel from 1200 px. */
export const screens = { rail: '(min-width: 48rem)', wide: '(min-width: 75rem)' } as const

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
