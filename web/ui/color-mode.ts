import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const STORAGE_KEY = 'color-mode'
const root = () => document.documentElement

/** Chooses a mode for this page and those to come. It is shown by the script in the page's head (web/build/color-mode.js). */
export function chooseColorMode(mode: ColorMode) {
  root().dataset.colorMode = mode
  window.dispatchEvent(new Event('color-mode'))
  try {
    localStorage.setItem(STORAGE_KEY, mode)
  } catch {
    // Without storage the choice holds for this page.
  }
}

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
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
