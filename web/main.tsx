import { ApolloProvider } from '@apollo/client/react'
import { StrictMode, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createClient } from './apollo/client.ts'
import { takePreloadedData } from './apollo/preloaded-data.ts'
import { endDemo } from './features/user/demo-user.ts'
import { isDemo, isDemoOffered } from './lib/demo-storage.ts'
import { AppRoutes, preloadPage } from './routes.tsx'
import { designSystem } from './ui/system.ts'
import { UiProvider } from './ui/UiProvider.tsx'

if (!isDemoOffered()) endDemo()
takePreloadedData(!isDemo())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

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

preloadPage(location.pathname)
  .then(yieldToMain)
  .then(designSystem)
  .then(yieldToMain)
  .then(() => {
    // Remove the prerendered landing page.
    root.replaceChildren()
    // A transition renders in slices, so that a slow phone can scroll meanwhile.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <Client />
        </StrictMode>,
      ),
    )
  })
