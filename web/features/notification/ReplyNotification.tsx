import type { FragmentType } from '@apollo/client'
import MessageCircle from 'lucide-react/icons/message-circle'
import { postPath } from '#rules/paths.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { NotificationRow } from './NotificationRow.tsx'
import {
  type ReplyNotification_NotificationFragment,
  useReplyNotification_NotificationFragment,
} from './ReplyNotification.generated.ts'

interface ReplyNotificationProps {
  notification: FragmentType<ReplyNotification_NotificationFragment>
}

/** A reply to a post of the viewer's, or in its thread. */
export function ReplyNotification({ notification: reference }: ReplyNotificationProps) {
  const notification = useReplyNotification_NotificationFragment(reference)
  const { reply } = notification
  return (
    <NotificationRow
      notification={notification}
      icon={MessageCircle}
      {...(reply
        ? {
            people: [reply.author],
            message: notificationMessages.replied(reply.author.displayName),
            to: postPath(reply),
            quote: reply.content,
          }
        : { message: notificationMessages.replyGone })}
    />
  )
}
