import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const STORAGE_KEY = 'color-mode'
const root = () => document.documentElement
const current = (): ColorMode => (root().classList.contains('dark') ? 'dark' : 'light')

function show(mode: ColorMode) {
  root().classList.toggle('dark', mode === 'dark')
  root().style.colorScheme = mode
}

/** Shows a mode and remembers it; before the first choice the system's preference holds (web/build/color-mode-script.js). */
export function chooseColorMode(mode: ColorMode) {
  show(mode)
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
  return useSyncExternalStore(subscribe, current, () => 'light')
}
