// Runs in the head before the first paint. The user's choice wins over the system's colour scheme.
;(() => {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosenMode = () => {
    try {
      return root.dataset.colorMode ?? localStorage.getItem('color-mode')
    } catch {
      return null
    }
  }
  const applyMode = () => {
    const isDark = (chosenMode() ?? (dark.matches ? 'dark' : 'light')) === 'dark'
    root.classList.toggle('dark', isDark)
    root.style.colorScheme = isDark ? 'dark' : 'light'
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = isDark ? '#16110D' : '#FFFAF3'
  }
  applyMode()
  dark.addEventListener('change', applyMode)
  addEventListener('color-mode', applyMode)
  // Another tab has chosen.
  addEventListener('storage', ({ key }) => {
    if (key !== 'color-mode' && key !== null) return
    delete root.dataset.colorMode
    applyMode()
  })
})()
