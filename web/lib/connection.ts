import { createStore, inMemory } from './store.ts'

const READY_URL = '/readyz'
const INITIAL_RETRY_MS = 1000
const MAX_RETRY_MS = 10_000

/** Whether the server is unreachable. */
export const connectionLost = createStore(inMemory(false))

let timer: ReturnType<typeof setTimeout> | undefined

async function pollServer(delay: number) {
  clearTimeout(timer)
  const ready = await fetch(READY_URL, { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (ready) connectionLost.set(false)
  else if (connectionLost.get())
    timer = setTimeout(pollServer, delay, Math.min(delay * 1.5, MAX_RETRY_MS))
}

/** Marks the server as unreachable and polls it with backoff until it is ready. */
export function reportConnectionLost() {
  if (connectionLost.get()) return
  connectionLost.set(true)
  timer = setTimeout(pollServer, INITIAL_RETRY_MS, INITIAL_RETRY_MS)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportConnectionLost)
  window.addEventListener('online', () => connectionLost.get() && pollServer(INITIAL_RETRY_MS))
}
