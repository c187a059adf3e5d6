import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { t } from '../../lib/i18n.ts'
import type { FetchMore } from '../../lib/paging.ts'
import { itemAttributes } from '../../lib/scroll-position.ts'
import { notificationsPageMessages } from '../../messages/notifications-page.ts'
import { RowsCard } from '../../ui/RowsCard.tsx'
import { WindowedList } from '../../ui/WindowedList.tsx'
import { PersonSkeletons } from '../follow/PersonRows.tsx'
import { batchesOf } from './batch.ts'
import { FollowNotification } from './FollowNotification.tsx'
import { LikeNotification } from './LikeNotification.tsx'
import { ModerationNotification } from './ModerationNotification.tsx'
import {
  type NotificationList_NotificationsFragment,
  useNotificationList_NotificationsFragment,
} from './NotificationList.generated.ts'
import { ReplyNotification } from './ReplyNotification.tsx'
import { ReportOutcomeNotification } from './ReportOutcomeNotification.tsx'
import { ShareNotification } from './ShareNotification.tsx'
import { ThanksNotification } from './ThanksNotification.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { WebhookPausedNotification } from './WebhookPausedNotification.tsx'

type Node = NotificationList_NotificationsFragment['edges'][number]['node']

interface NotificationListProps {
  notifications: FragmentType<NotificationList_NotificationsFragment>
  fetchMore: FetchMore
  /** Shown in place of an empty list. */
  empty: ReactNode
}

/** Notifications by batch, newest first. Showing them marks them as read. */
export function NotificationList({ notifications, fetchMore, empty }: NotificationListProps) {
  const { edges, pageInfo } = useNotificationList_NotificationsFragment(notifications)
  const nodes = edges.map(({ node }) => node)
  useMarkRead(nodes)
  if (nodes.length === 0 && !pageInfo.hasNextPage) return empty
  return (
    <WindowedList
      name="notifications"
      items={nodes}
      pageInfo={pageInfo}
      fetchMore={fetchMore}
      maxPageSize={30}
      loading={<PersonSkeletons label={t(notificationsPageMessages.loadingNotifications)} />}
      texts={notificationsPageMessages}
    >
      {(rows) =>
        batchesOf(rows.map(({ item }) => item)).map(({ title, items }) => (
          <Batch key={title} title={title} items={items} />
        ))
      }
    </WindowedList>
  )
}

function Batch({ title, items }: { title: string; items: readonly Node[] }) {
  const titleId = useId()
  return (
    <chakra.section mb="4">
      <chakra.h2 id={titleId} textStyle="meta" color="muted" mb="2" px={{ base: '4', xl: '5' }}>
        {title}
      </chakra.h2>
      <RowsCard asChild overflow="hidden">
        <ul aria-labelledby={titleId}>
          {items.map((node) => (
            <li key={node.id} {...itemAttributes(node)}>
              <Notification node={node} />
            </li>
          ))}
        </ul>
      </RowsCard>
    </chakra.section>
  )
}

function Notification({ node }: { node: Node }) {
  switch (node.__typename) {
    case 'LikeNotification':
      return <LikeNotification notification={node} />
    case 'ShareNotification':
      return <ShareNotification notification={node} />
    case 'FollowNotification':
      return <FollowNotification notification={node} />
    case 'ReplyNotification':
      return <ReplyNotification notification={node} />
    case 'ThanksNotification':
      return <ThanksNotification notification={node} />
    case 'ReportOutcomeNotification':
      return <ReportOutcomeNotification notification={node} />
    case 'ModerationNotification':
      return <ModerationNotification notification={node} />
    case 'WebhookPausedNotification':
      return <WebhookPausedNotification notification={node} />
  }
}
