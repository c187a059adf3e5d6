// Runs in the landing page's head: hides the page for the demo user, who gets the client instead.
;(() => {
  try {
    const isOffered = document.querySelector('meta[name=settings]').dataset.demoUser === 'true'
    if (isOffered && localStorage.getItem('demoUser') !== null)
      document.documentElement.dataset.hideLanding = ''
  } catch {
    // Without storage there is no demo user.
  }
})()
