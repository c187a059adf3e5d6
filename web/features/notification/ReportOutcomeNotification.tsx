import type { FragmentType } from '@apollo/client'
import Flag from 'lucide-react/icons/flag'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { reportsMessages } from '../../messages/reports.ts'
import { NotificationRow } from './NotificationRow.tsx'
import {
  type ReportOutcomeNotification_NotificationFragment,
  useReportOutcomeNotification_NotificationFragment,
} from './ReportOutcomeNotification.generated.ts'

interface ReportOutcomeNotificationProps {
  notification: FragmentType<ReportOutcomeNotification_NotificationFragment>
}

/** What came of a report of the viewer's. */
export function ReportOutcomeNotification({
  notification: reference,
}: ReportOutcomeNotificationProps) {
  const notification = useReportOutcomeNotification_NotificationFragment(reference)
  const outcome = notification.report?.outcome
  return (
    <NotificationRow
      notification={notification}
      icon={Flag}
      message={notificationMessages.reportAnswered}
      to={paths.reports}
      quote={outcome && t(reportsMessages[outcome])}
    />
  )
}
