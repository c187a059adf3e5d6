import { useCallback, useSyncExternalStore } from 'react'

/** The widths of look and layout: the rail begins at 768 px, sidebar and panel at 1200 px. */
export const screens = { rail: '(min-width: 48rem)', wide: '(min-width: 75rem)' } as const

/** Whether a media query holds now, and whenever that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
