import { useSyncExternalStore } from 'react'

const MINUTE = 60_000
const listeners = new Set<() => void>()
let minute = 0
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(changed: () => void) {
  listeners.add(changed)
  timer ??= setInterval(() => {
    minute += 1
    for (const listener of listeners) listener()
  }, MINUTE)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Renders its component anew each minute, for what tells how long ago something was. */
export function useEachMinute() {
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => 0,
  )
}
