import type { FragmentType } from '@apollo/client'
import Scale from 'lucide-react/icons/scale'
import { paths } from '#rules/paths.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { decisionTitle } from '../appeal/decision-text.ts'
import {
  type ModerationNotification_NotificationFragment,
  useModerationNotification_NotificationFragment,
} from './ModerationNotification.generated.ts'
import { NotificationRow } from './NotificationRow.tsx'

interface ModerationNotificationProps {
  notification: FragmentType<ModerationNotification_NotificationFragment>
}

const messages = {
  DECISION: notificationMessages.decided,
  APPEAL_DECISION: notificationMessages.appealAnswered,
  REVERSAL: notificationMessages.reversed,
  LIFT: notificationMessages.lifted,
}

/** A decision about the viewer, or what became of it. */
export function ModerationNotification({ notification: reference }: ModerationNotificationProps) {
  const notification = useModerationNotification_NotificationFragment(reference)
  const { kind, decision } = notification
  const message = messages[kind as keyof typeof messages] ?? notificationMessages.decided
  return (
    <NotificationRow
      notification={notification}
      icon={Scale}
      message={message}
      to={paths.reports}
      quote={decision && decisionTitle(decision)}
    />
  )
}
