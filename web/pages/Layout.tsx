import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { demoUser } from '#rules/demo-user.ts'
import { endDemo, useIsDemo } from '../features/user/demo-user.ts'
import { PostSkeletons } from '../features/post/PostSkeletons.tsx'
import { ErrorBoundary } from '../features/shell/ErrorBoundary.tsx'
import { PageColumns } from '../features/shell/Page.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { ViewerContext } from '../features/user/viewer.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { useViewerQuery } from './Layout.generated.ts'

/** The frame that stays while the pages in it change, and who the viewer is for all of them. */
export function Layout() {
  const isDemo = useIsDemo()
  const { pathname } = useLocation()
  const { data, error, refetch } = useViewerQuery({ variables: { demoUser: demoUser.id, isDemo } })
  const signedIn = data?.viewer
  // Whoever signs in is no longer the demo user; nor is anybody where the server has none.
  const demoIsOver = isDemo && data !== undefined && (signedIn !== null || !data.user)
  useEffect(() => {
    if (demoIsOver) endDemo()
  }, [demoIsOver])
  return (
    <ViewerContext value={data && (signedIn ?? data.user ?? null)}>
      <Shell>
        <ErrorBoundary address={pathname}>
          {error && !data ? (
            <PageColumns>
              <FailedState title="Good Vibes could not be loaded." onRetry={() => refetch()} />
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
