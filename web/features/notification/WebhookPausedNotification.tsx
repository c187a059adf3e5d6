import type { FragmentType } from '@apollo/client'
import Webhook from 'lucide-react/icons/webhook'
import { paths } from '#rules/paths.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { NotificationRow } from './NotificationRow.tsx'
import {
  useWebhookPausedNotification_NotificationFragment,
  type WebhookPausedNotification_NotificationFragment,
} from './WebhookPausedNotification.generated.ts'

interface WebhookPausedNotificationProps {
  notification: FragmentType<WebhookPausedNotification_NotificationFragment>
}

/** A webhook of the viewer's that sends nothing anymore. */
export function WebhookPausedNotification({
  notification: reference,
}: WebhookPausedNotificationProps) {
  const notification = useWebhookPausedNotification_NotificationFragment(reference)
  return (
    <NotificationRow
      notification={notification}
      icon={Webhook}
      message={notificationMessages.webhookPaused}
      to={paths.settings}
      quote={notification.webhook?.url}
    />
  )
}
