import { createStore } from '../lib/store.ts'
import { storedText } from '../lib/stored-text.ts'

type ColorMode = 'light' | 'dark'

const stored = storedText('color-mode')
const root = () => document.documentElement

/** The mode, as the script in the head applies it: web/build/color-mode.js. */
export const colorMode = createStore<ColorMode>({
  get: () => (root().classList.contains('dark') ? 'dark' : 'light'),
  set(mode) {
    root().dataset.colorMode = mode
    window.dispatchEvent(new Event('color-mode'))
    stored.write(mode)
  },
  connect(notify) {
    const observer = new MutationObserver(notify)
    observer.observe(root(), { attributeFilter: ['class'] })
    return () => observer.disconnect()
  },
})
