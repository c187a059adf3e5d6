import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { demoUser } from '#rules/demo-user.ts'
import { endDemo, useIsDemo } from '../features/demo/demo-user.ts'
import { PostSkeletons } from '../features/post/PostSkeletons.tsx'
import { PageColumns } from '../features/shell/Page.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { ViewerContext } from '../features/viewer/viewer.ts'
import { useViewerQuery } from './Layout.generated.ts'

/** The frame that stays while the pages in it change, and who the viewer is for all of them. */
export function Layout() {
  const isDemo = useIsDemo()
  const { data } = useViewerQuery({ variables: { demoUser: demoUser.id, isDemo } })
  const signedIn = data?.viewer
  // Whoever signs in is no longer the demo user; nor is anybody where the server has none.
  const demoIsOver = isDemo && data !== undefined && (signedIn !== null || !data.user)
  useEffect(() => {
    if (demoIsOver) endDemo()
  }, [demoIsOver])
  return (
    <ViewerContext value={data && (signedIn ?? data.user ?? null)}>
      <Shell>
        <Suspense
          fallback={
            <PageColumns>
              <PostSkeletons />
            </PageColumns>
          }
        >
          <Outlet />
        </Suspense>
      </Shell>
    </ViewerContext>
  )
}
