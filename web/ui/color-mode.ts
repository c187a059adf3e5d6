import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const STORAGE_KEY = 'color-mode'
const root = () => document.documentElement

/** Stores the mode and announces it to the script in the head, web/build/color-mode.js. */
export function chooseColorMode(mode: ColorMode) {
  root().dataset.colorMode = mode
  window.dispatchEvent(new Event('color-mode'))
  try {
    localStorage.setItem(STORAGE_KEY, mode)
  } catch {
    // Without storage, the choice lasts for this page.
  }
}

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange)
  observer.observe(root(), { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

export function useColorMode(): ColorMode {
  return useSyncExternalStore(
    subscribe,
    () => (root().classList.contains('dark') ? 'dark' : 'light'),
    () => 'light',
  )
}
