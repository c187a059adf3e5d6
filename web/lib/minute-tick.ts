import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let minute = 0
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(onChange: () => void) {
  listeners.add(onChange)
  timer ??= setInterval(() => {
    minute += 1
    for (const listener of listeners) listener()
  }, MINUTE_MS)
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Re-renders the component every minute, so that relative times stay current. */
export function useMinuteTick() {
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => 0,
  )
}
