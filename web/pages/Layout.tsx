import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { demoUser } from '#rules/demo-user.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { hasFeed } from '../features/live/listed-feed.ts'
import { FailedPage } from '../features/shell/FailedPage.tsx'
import { Page } from '../features/shell/Page.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { endDemo, useIsDemo } from '../features/user/demo-user.ts'
import { ViewerProvider } from '../features/user/ViewerProvider.tsx'
import { takeRefusal } from '../lib/account.ts'
import { t } from '../lib/i18n.ts'
import { loadReasonText } from '../lib/lazy-reason-text.ts'
import { useFirstPageHead } from '../lib/navigation.ts'
import { useStore } from '../lib/store.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { requestMessages } from '../messages/request.ts'
import { shellMessages } from '../messages/shell.ts'
import { uiMessages } from '../messages/ui.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { showToast } from '../ui/toast.ts'
import { useViewerQuery } from './Layout.generated.ts'

const Live = lazyPart(async () => {
  await whenIdle()
  return import('../features/live/Live.tsx')
})

/** A change was refused because another account is signed in now. */
async function explainReload() {
  const textOf = await loadReasonText()
  const reason: FixedReason = 'ACCOUNT_CHANGED'
  showToast({ kind: 'error', title: textOf({ reason, message: t(requestMessages.failed) }) })
}

/** The frame around all pages; loads the viewer and provides it to them. */
export function Layout() {
  const isDemo = useIsDemo()
  const { pathname } = useLocation()
  const isFeed = useStore(hasFeed)
  const { data, error, refetch } = useViewerQuery({ variables: { demoUser: demoUser.id, isDemo } })
  const signedIn = data?.viewer
  const viewer = signedIn ?? data?.user ?? null
  useFirstPageHead()
  useEffect(() => {
    if (takeRefusal()) void explainReload()
  }, [])
  // Signing in ends the demo, and so does a server without a demo user.
  const isDemoOver = isDemo && data !== undefined && (signedIn !== null || !data.user)
  useEffect(() => {
    if (isDemoOver) endDemo()
  }, [isDemoOver])
  return (
    <ViewerProvider id={data && (viewer?.id ?? null)}>
      <Shell>
        {/* A navigation resets the error. */}
        <ErrorBoundary key={pathname} failed={() => <FailedPage />}>
          {error && !data ? (
            <Page title={t(uiMessages.failedPageTitle)} panel={null} joinBar={false}>
              <FailedState title={t(shellMessages.failed)} error={error} onRetry={refetch} />
            </Page>
          ) : (
            <Outlet />
          )}
        </ErrorBoundary>
      </Shell>
      {data && (signedIn || isFeed) && (
        <Live viewerId={viewer?.id} hasNotifications={signedIn !== null} />
      )}
    </ViewerProvider>
  )
}
