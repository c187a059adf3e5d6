import { ApolloProvider } from '@apollo/client/react'
import { StrictMode, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createClient } from './apollo/client.ts'
import { takeFirstData } from './apollo/first-data.ts'
import { isDemo, isDemoOffered } from './lib/demo-storage.ts'
import { endDemo } from './features/user/demo-user.ts'
import { AppRoutes, preloadPage } from './routes.tsx'
import { designSystem } from './ui/system.ts'
import { UiProvider } from './ui/UiProvider.tsx'

if (!isDemoOffered()) endDemo()
takeFirstData(!isDemo())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the client')

function Client() {
  const [client] = useState(() => createClient({ isDemo }))
  const [address] = useState(location.href)
  // The router listens from here on. A step back or forward while the first screen was rendered is told to it now.
  useEffect(() => {
    if (location.href !== address)
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, [address])
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

/** The work so far is one piece, and what follows another: a slow phone answers between them. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

preloadPage(location.pathname)
  .then(pause)
  .then(designSystem)
  .then(pause)
  .then(() => {
    // On the landing page the client takes the place of what stands there.
    root.replaceChildren()
    // In slices, so that a slow phone can scroll and answer meanwhile.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <Client />
        </StrictMode>,
      ),
    )
  })
