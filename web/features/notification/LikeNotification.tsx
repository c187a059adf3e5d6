import type { FragmentType } from '@apollo/client'
import Heart from 'lucide-react/icons/heart'
import { postPath } from '#rules/paths.ts'
import { likeMessages } from '../../messages/notifications.ts'
import { groupText } from './group-text.ts'
import {
  type LikeNotification_NotificationFragment,
  useLikeNotification_NotificationFragment,
} from './LikeNotification.generated.ts'
import { NotificationRow } from './NotificationRow.tsx'

interface LikeNotificationProps {
  notification: FragmentType<LikeNotification_NotificationFragment>
}

/** People who liked a post of the viewer's. */
export function LikeNotification({ notification: reference }: LikeNotificationProps) {
  const notification = useLikeNotification_NotificationFragment(reference)
  const { actors, post } = notification
  return (
    <NotificationRow
      notification={notification}
      icon={Heart}
      people={actors}
      message={groupText(likeMessages, notification)}
      to={post ? postPath(post) : undefined}
      quote={post?.content}
    />
  )
}
