// Runs in the head before anything is painted: the mode that was chosen, else the system's, also when that changes.
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return localStorage.getItem('color-mode')
    } catch {
      return null
    }
  }
  const show = () => {
    const mode = chosen() || (dark.matches ? 'dark' : 'light')
    root.classList.toggle('dark', mode === 'dark')
    root.style.colorScheme = mode
  }
  show()
  dark.addEventListener('change', show)
})()
