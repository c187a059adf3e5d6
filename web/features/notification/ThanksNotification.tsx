import type { FragmentType } from '@apollo/client'
import HandHeart from 'lucide-react/icons/hand-heart'
import { postPath } from '#rules/paths.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { PersonMenuButton } from '../follow/PersonMenuButton.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import {
  type ThanksNotification_NotificationFragment,
  useThanksNotification_NotificationFragment,
} from './ThanksNotification.generated.ts'

interface ThanksNotificationProps {
  notification: FragmentType<ThanksNotification_NotificationFragment>
}

/** Thanks for a post of the viewer's, which only the viewer reads. */
export function ThanksNotification({ notification: reference }: ThanksNotificationProps) {
  const notification = useThanksNotification_NotificationFragment(reference)
  const { thanks } = notification
  if (!thanks)
    return (
      <NotificationRow
        notification={notification}
        icon={HandHeart}
        message={notificationMessages.thanksGone}
      />
    )
  const { id, sender, post, text } = thanks
  return (
    <NotificationRow
      notification={notification}
      icon={HandHeart}
      people={[sender]}
      message={notificationMessages.thanked(sender.displayName)}
      to={post ? postPath(post) : undefined}
      quote={text}
      isWhole
      menu={
        <PersonMenuButton
          userId={sender.id}
          subject={{ id, kind: 'THANKS' }}
          position="relative"
          mt="-1"
          me="-2"
        />
      }
    />
  )
}
