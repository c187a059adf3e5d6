import { useSyncExternalStore } from 'react'

/** Where the server says that it can answer. */
const READY_URL = '/readyz'
const FIRST_RETRY = 1000
const SLOWEST_RETRY = 10_000

let lost = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(lost: boolean) => void>()

function set(next: boolean) {
  lost = next
  for (const listener of listeners) listener(lost)
}

async function tryAgain(delay: number) {
  clearTimeout(timer)
  const ready = await fetch(READY_URL, { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (ready) set(false)
  else if (lost) timer = setTimeout(tryAgain, delay, Math.min(delay * 1.5, SLOWEST_RETRY))
}

/** Says that the server was not reached; it is asked again until it answers. */
export function connectionLost() {
  if (lost) return
  set(true)
  timer = setTimeout(tryAgain, FIRST_RETRY, FIRST_RETRY)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', connectionLost)
  window.addEventListener('online', () => lost && tryAgain(FIRST_RETRY))
}

/** @returns what ends the subscription */
export function onConnection(listener: (lost: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(onConnection, () => lost)
}
