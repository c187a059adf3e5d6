// Runs in the head before anything is painted. The mode is what was chosen on this page (data-color-mode) or before, else the system's.
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosen = () => {
    try {
      return root.dataset.colorMode ?? localStorage.getItem('color-mode')
    } catch {
      return null
    }
  }
  const show = () => {
    const isDark = (chosen() ?? (dark.matches ? 'dark' : 'light')) === 'dark'
    root.classList.toggle('dark', isDark)
    root.style.colorScheme = isDark ? 'dark' : 'light'
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = isDark ? '#16110D' : '#FFFAF3'
  }
  show()
  dark.addEventListener('change', show)
  addEventListener('color-mode', show)
})()
