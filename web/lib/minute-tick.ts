import { createStore, inMemory, useStore } from './store.ts'

const MINUTE_MS = 60_000

const minute = createStore({
  ...inMemory(0),
  connect: () => {
    const timer = setInterval(() => minute.set(minute.get() + 1), MINUTE_MS)
    return () => clearInterval(timer)
  },
})

/** Re-renders the component every minute, so that relative times stay current. */
export const useMinuteTick = () => useStore(minute)
