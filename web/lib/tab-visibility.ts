import { createStore, useStore } from './store.ts'

const tabVisibility = createStore<boolean>({
  get: () => document.visibilityState === 'visible',
  set() {},
  connect(notify) {
    document.addEventListener('visibilitychange', notify)
    return () => document.removeEventListener('visibilitychange', notify)
  },
})

/** Whether the tab is in the foreground. */
export const useIsTabVisible = () => useStore(tabVisibility)
