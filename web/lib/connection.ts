import { useSyncExternalStore } from 'react'

const READY_URL = '/readyz'
const INITIAL_RETRY_MS = 1000
const MAX_RETRY_MS = 10_000

let lost = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(lost: boolean) => void>()

function setLost(next: boolean) {
  lost = next
  for (const listener of listeners) listener(lost)
}

async function pollServer(delay: number) {
  clearTimeout(timer)
  const ready = await fetch(READY_URL, { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (ready) setLost(false)
  else if (lost) timer = setTimeout(pollServer, delay, Math.min(delay * 1.5, MAX_RETRY_MS))
}

/** Marks the server as unreachable and polls it with backoff until it is ready. */
export function reportConnectionLost() {
  if (lost) return
  setLost(true)
  timer = setTimeout(pollServer, INITIAL_RETRY_MS, INITIAL_RETRY_MS)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportConnectionLost)
  window.addEventListener('online', () => lost && pollServer(INITIAL_RETRY_MS))
}

/** @returns a function that unsubscribes */
export function subscribeToConnection(listener: (lost: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribeToConnection, () => lost)
}
