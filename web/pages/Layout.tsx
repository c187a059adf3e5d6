import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { demoUser } from '#rules/demo-user.ts'
import { PostSkeletons } from '../features/post/PostSkeletons.tsx'
import { ErrorBoundary } from '../features/shell/ErrorBoundary.tsx'
import { PageColumns } from '../features/shell/Page.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { endDemo, useIsDemo } from '../features/user/demo-user.ts'
import { ViewerContext } from '../features/user/viewer.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { useViewerQuery } from './Layout.generated.ts'

/** The frame around all pages; loads the viewer and provides it to them. */
export function Layout() {
  const isDemo = useIsDemo()
  const { pathname } = useLocation()
  const { data, error, refetch } = useViewerQuery({ variables: { demoUser: demoUser.id, isDemo } })
  const signedIn = data?.viewer
  // Signing in ends the demo, and so does a server without a demo user.
  const isDemoOver = isDemo && data !== undefined && (signedIn !== null || !data.user)
  useEffect(() => {
    if (isDemoOver) endDemo()
  }, [isDemoOver])
  return (
    <ViewerContext value={data && (signedIn ?? data.user ?? null)}>
      <Shell>
        <ErrorBoundary pathname={pathname}>
          {error && !data ? (
            <PageColumns>
              <FailedState title="We couldn’t load Good Vibes." onRetry={() => refetch()} />
            </PageColumns>
          ) : (
            <Suspense
              fallback={
                <PageColumns>
                  <PostSkeletons />
                </PageColumns>
              }
            >
              <Outlet />
            </Suspense>
          )}
        </ErrorBoundary>
      </Shell>
    </ViewerContext>
  )
}
