// Runs in the landing page's head: where this browser acts as the demo user the client comes in its place, so it is not shown first.
;(() => {
  try {
    const isOffered = document.querySelector('meta[name="demo-user"]').content === 'on'
    if (isOffered && localStorage.getItem('demoUser') !== null)
      document.documentElement.dataset.entering = ''
  } catch {
    // Without storage nobody is the demo user.
  }
})()
