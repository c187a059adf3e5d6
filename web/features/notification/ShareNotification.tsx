import type { FragmentType } from '@apollo/client'
import Share2 from 'lucide-react/icons/share-2'
import { postPath } from '#rules/paths.ts'
import { shareMessages } from '../../messages/notifications.ts'
import { groupText } from './group-text.ts'
import { NotificationRow } from './NotificationRow.tsx'
import {
  type ShareNotification_NotificationFragment,
  useShareNotification_NotificationFragment,
} from './ShareNotification.generated.ts'

interface ShareNotificationProps {
  notification: FragmentType<ShareNotification_NotificationFragment>
}

/** People who shared a post of the viewer's. */
export function ShareNotification({ notification: reference }: ShareNotificationProps) {
  const notification = useShareNotification_NotificationFragment(reference)
  const { actors, post } = notification
  return (
    <NotificationRow
      notification={notification}
      icon={Share2}
      people={actors}
      message={groupText(shareMessages, notification)}
      to={post ? postPath(post) : undefined}
      quote={post?.content}
    />
  )
}
