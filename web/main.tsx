import { ApolloProvider } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createClient } from './apollo/client.ts'
import { takeFirstData } from './apollo/first-data.ts'
import { isDemo, isDemoOffered } from './features/demo/demo-storage.ts'
import { endDemo } from './features/demo/demo-user.ts'
import { AppRoutes, preloadPage } from './routes.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

preloadPage(location.pathname)
if (!isDemoOffered()) endDemo()
takeFirstData(!isDemo())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the client')
// On the landing page the client takes the place of what stands there.
root.replaceChildren()
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <ApolloProvider client={createClient({ isDemo })}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ApolloProvider>
    </UiProvider>
  </StrictMode>,
)
