import { demoStorage, storedDemoUser } from '../../lib/demo-storage.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** The demo user as JSON, or null unless this browser acts as it. */
export const demoUserStore = createStore<string | null>({
  get: storedDemoUser,
  // Without storage there is no demo user.
  set: (value) => void demoStorage.write(value),
  connect(notify) {
    window.addEventListener('storage', notify)
    return () => window.removeEventListener('storage', notify)
  },
})

export const useIsDemo = () => useStore(demoUserStore) !== null

export const endDemo = () => demoUserStore.set(null)
