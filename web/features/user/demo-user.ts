import { useSyncExternalStore } from 'react'
import { demoUser } from '#rules/demo-user.ts'
import { isDemo, isDemoOffered, STORAGE_KEY } from '../../lib/demo-storage.ts'

const identity = {
  id: demoUser.id,
  displayName: demoUser.displayName,
  username: demoUser.username,
  bio: 'A shared account for looking around.',
  avatar: generatedAvatar(),
}

function generatedAvatar(): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#FFD9C2"/><text x="48" y="60" font-family="sans-serif" font-size="36" font-weight="600" text-anchor="middle" fill="#7A2E00">DU</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const listeners = new Set<() => void>()

function subscribe(changed: () => void) {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

function store(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, value)
  } catch {
    // Without storage there is no demo user to come back to.
  }
  for (const changed of listeners) changed()
}

export function useIsDemo(): boolean {
  return useSyncExternalStore(subscribe, isDemo)
}

/** From now on this browser acts as the demo user, until somebody signs in or leaves it. Only where it is offered. */
export function startDemo() {
  if (isDemoOffered() && !isDemo()) store(JSON.stringify(identity))
}

/** Forgets the demo user. */
export function endDemo() {
  store(null)
}
