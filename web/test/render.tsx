import { ApolloProvider } from '@apollo/client/react'
import { act, render } from '@testing-library/react'
import { createRef, type ReactNode, type Ref, useImperativeHandle } from 'react'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom'
import { createClient } from '../apollo/client.ts'
import { ViewerContext, viewerOf } from '../features/user/viewer.ts'
import { isDemo } from '../lib/demo-storage.ts'
import { Layout_ViewerFragmentDoc } from '../pages/Layout.generated.ts'
import { AppRoutes } from '../routes.tsx'
import { LazyToasts } from '../ui/LazyToasts.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import type { ViewerData } from './data.ts'

const uri = 'http://localhost:3000/graphql'

/** Renders the whole client at a path. */
export function renderApp(path: string) {
  return renderWith(<AppRoutes />, path)
}

/** Renders a component for a viewer, with toasts. */
export function renderPart(children: ReactNode, viewer: ViewerData | null = null) {
  return renderWith(
    <ViewerContext value={viewer && viewerOf(viewer.id)}>
      {children}
      <LazyToasts />
    </ViewerContext>,
    '/',
    viewer,
  )
}

async function renderWith(children: ReactNode, path: string, viewer: ViewerData | null = null) {
  const client = createClient({ uri, isDemo })
  if (viewer)
    client.writeFragment({
      fragment: Layout_ViewerFragmentDoc,
      fragmentName: 'Layout_viewer',
      from: viewer,
      data: viewer,
    })
  const navigation = createRef<NavigateFunction>()
  const result = await act(async () =>
    render(
      <UiProvider>
        <ApolloProvider client={client}>
          <MemoryRouter initialEntries={[path]}>
            {children}
            <Navigation ref={navigation} />
          </MemoryRouter>
        </ApolloProvider>
      </UiProvider>,
    ),
  )
  return {
    ...result,
    client,
    /** Opens another page. */
    visit: (path: string) => act(async () => navigation.current?.(path)),
    goBack: () => act(async () => navigation.current?.(-1)),
  }
}

/** What a memory router has instead of the browser's buttons. */
function Navigation({ ref }: { ref: Ref<NavigateFunction> }) {
  const navigate = useNavigate()
  useImperativeHandle(ref, () => navigate, [navigate])
  return null
}
