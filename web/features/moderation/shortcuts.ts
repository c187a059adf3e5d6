import { createStore } from '../../lib/store.ts'

const STORAGE_KEY = 'moderation-shortcuts'
const OFF = 'off'

/** Whether single keys judge reports. Speech input and stray keys are reasons to turn that off. */
export const areShortcutsOn = createStore<boolean>({
  get() {
    try {
      return localStorage.getItem(STORAGE_KEY) !== OFF
    } catch {
      return true
    }
  },
  set(value) {
    try {
      if (value) localStorage.removeItem(STORAGE_KEY)
      else localStorage.setItem(STORAGE_KEY, OFF)
    } catch {
      // Without storage they stay on.
    }
  },
})
