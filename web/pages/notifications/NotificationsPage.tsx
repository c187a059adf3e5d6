import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { PersonSkeletons } from '../../features/follow/PersonRows.tsx'
import { NotificationList } from '../../features/notification/NotificationList.tsx'
import { useUnread } from '../../features/notification/use-unread.ts'
import { Page } from '../../features/shell/Page.tsx'
import { t } from '../../lib/i18n.ts'
import { useListFetchPolicy } from '../../lib/list-fetch-policy.ts'
import { notificationsPageMessages } from '../../messages/notifications-page.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { useNotificationsQuery } from './Notifications.generated.ts'

/** What happened around the viewer's posts. */
export default function NotificationsPage() {
  const { data, error, refetch, fetchMore } = useNotificationsQuery(useListFetchPolicy())
  const notifications = data?.viewer?.notifications
  // The first page replaces the list; a failure leaves it.
  useNews(() => void fetchMore({ variables: { after: null } }).catch(() => {}))
  return (
    <Page title={t(notificationsPageMessages.title)}>
      <LoadState
        title={t(notificationsPageMessages.failed)}
        error={error}
        onRetry={refetch}
        loading={<PersonSkeletons label={t(notificationsPageMessages.loadingNotifications)} />}
        hasData={Boolean(notifications)}
      />
      {notifications && (
        <NotificationList
          notifications={notifications}
          fetchMore={fetchMore}
          empty={<NoNotifications />}
        />
      )}
    </Page>
  )
}

/** Runs when the bell is chosen on this page, and when something arrives while its top is shown. */
function useNews(load: () => void) {
  const { key } = useLocation()
  const count = useUnread()?.unreadNotificationsCount ?? undefined
  const last = useRef({ key, count })
  const loadLatest = useEffectEvent(load)
  useEffect(() => {
    const before = last.current
    last.current = { key, count }
    const hasArrived = count !== undefined && before.count !== undefined && count > before.count
    if (key !== before.key || (hasArrived && window.scrollY === 0)) loadLatest()
  }, [key, count])
}

function NoNotifications() {
  return (
    <EmptyState
      drawing={<EmptyFeedDrawing />}
      title={t(notificationsPageMessages.empty)}
      hint={t(notificationsPageMessages.emptyHint)}
    >
      <Button asChild variant="outline">
        <Link to={paths.hello}>{t(notificationsPageMessages.hello)}</Link>
      </Button>
    </EmptyState>
  )
}
