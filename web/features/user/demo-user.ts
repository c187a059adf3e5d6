import { STORAGE_KEY, storedDemoUser } from '../../lib/demo-storage.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** The demo user as JSON, or null unless this browser acts as it. */
export const demoUserStore = createStore<string | null>({
  get: storedDemoUser,
  set(value) {
    try {
      if (value === null) localStorage.removeItem(STORAGE_KEY)
      else localStorage.setItem(STORAGE_KEY, value)
    } catch {
      // Without storage there is no demo user.
    }
  },
  connect(notify) {
    window.addEventListener('storage', notify)
    return () => window.removeEventListener('storage', notify)
  },
})

export const useIsDemo = () => useStore(demoUserStore) !== null

export const endDemo = () => demoUserStore.set(null)
