import { useSyncExternalStore } from 'react'
import { isDemo, STORAGE_KEY } from '../../lib/demo-storage.ts'

const listeners = new Set<() => void>()

function subscribe(onChange: () => void) {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** @param value JSON of the demo user, or null to remove it */
export function storeDemoUser(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, value)
  } catch {
    // Without storage there is no demo user.
  }
  for (const listener of listeners) listener()
}

export function useIsDemo(): boolean {
  return useSyncExternalStore(subscribe, isDemo)
}

export function endDemo() {
  storeDemoUser(null)
}
