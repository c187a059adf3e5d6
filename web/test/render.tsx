import { ApolloProvider } from '@apollo/client/react'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { createClient } from '../apollo/client.ts'
import { Viewer_UserFragmentDoc } from '../features/user/Viewer.generated.ts'
import { type Viewer, ViewerContext } from '../features/user/viewer.ts'
import { isDemo } from '../lib/demo-storage.ts'
import { AppRoutes } from '../routes.tsx'
import { LazyToasts } from '../ui/LazyToasts.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'

const uri = 'http://localhost:3000/graphql'

/** Renders the whole client at a path. */
export function renderApp(path: string) {
  return renderWith(<AppRoutes />, path)
}

/** Renders a component for a viewer, with toasts. */
export function renderPart(children: ReactNode, viewer: Viewer | null = null) {
  return renderWith(
    <ViewerContext value={viewer}>
      {children}
      <LazyToasts />
    </ViewerContext>,
    '/',
    viewer,
  )
}

async function renderWith(children: ReactNode, path: string, viewer: Viewer | null = null) {
  const client = createClient({ uri, isDemo })
  if (viewer)
    client.writeFragment({
      fragment: Viewer_UserFragmentDoc,
      fragmentName: 'Viewer_user',
      from: viewer,
      data: viewer,
    })
  const result = await act(async () =>
    render(
      <UiProvider>
        <ApolloProvider client={client}>
          <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
        </ApolloProvider>
      </UiProvider>,
    ),
  )
  return { ...result, client }
}
