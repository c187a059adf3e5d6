import { followAccount, showAccount } from '../lib/account.ts'
import { isDemo } from '../lib/demo-storage.ts'

/** The page is static. If this browser acts as the demo user, the client replaces it. */
async function startClient() {
  try {
    await import('../main.tsx')
  } catch (error) {
    reportError(error)
    // For web/build/failed-start.js.
    dispatchEvent(new Event('failed-start'))
  } finally {
    delete document.documentElement.dataset.hideLanding
  }
}

if (isDemo()) startClient()
else {
  showAccount(null)
  followAccount()
}
