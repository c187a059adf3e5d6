import { ApolloProvider } from '@apollo/client/react'
import { StrictMode, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createClient } from './apollo/client.ts'
import { takePreloadedData } from './apollo/preloaded-data.ts'
import { endDemo } from './features/user/demo-user.ts'
import { followAccount } from './lib/account.ts'
import { isDemo } from './lib/demo-storage.ts'
import { isDemoOffered } from './lib/page-settings.ts'
import { AppRoutes, preloadPage } from './routes.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { FailedStart } from './ui/FailedStart.tsx'
import { designSystem } from './ui/system.ts'
import { UiProvider } from './ui/UiProvider.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root element')
// Remove the prerendered landing page.
container.replaceChildren()
const root = createRoot(container)

function Client() {
  const [client] = useState(() => createClient({ isDemo }))
  const [initialUrl] = useState(location.href)
  // The router subscribes after the first render: replay a Back or Forward that came earlier.
  useEffect(() => {
    if (location.href !== initialUrl)
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, [initialUrl])
  return (
    <UiProvider>
      <ApolloProvider client={client}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ApolloProvider>
    </UiProvider>
  )
}

/** Ends the current task, so that a slow phone can respond to input. */
const yieldToMain = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  followAccount()
  if (!isDemoOffered()) endDemo()
  takePreloadedData(!isDemo())
  await preloadPage(location.pathname)
  await yieldToMain()
  designSystem()
  await yieldToMain()
  // A transition renders in slices, so that a slow phone can scroll meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <ErrorBoundary failed={() => <FailedStart />}>
          <Client />
        </ErrorBoundary>
      </StrictMode>,
    ),
  )
}

// Keeps the focus in its part of the page. A page without it works too.
import('./lib/focus-fallback.ts')
  .then(({ startFocusFallback }) => startFocusFallback())
  .catch(() => {})

start().catch((error: unknown) => {
  reportError(error)
  root.render(<FailedStart />)
})
