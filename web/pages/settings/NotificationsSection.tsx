import { SettingsSection } from '../../features/auth/SettingsSection.tsx'
import { NotificationSettingsForm } from '../../features/notification/NotificationSettingsForm.tsx'
import { t } from '../../lib/i18n.ts'
import { notificationSettingsMessages } from '../../messages/notification-settings.ts'
import { LoadState } from '../../ui/LoadState.tsx'
import { useNotificationSettingsQuery } from './NotificationSettings.generated.ts'

/** @param hasMail whether the server sends email */
export function NotificationsSection({ hasMail }: { hasMail: boolean }) {
  const { data, error, refetch } = useNotificationSettingsQuery({})
  const settings = data?.viewer?.notificationSettings
  return (
    <SettingsSection
      id="notifications"
      title={t(notificationSettingsMessages.title)}
      about={t(notificationSettingsMessages.about)}
    >
      {settings ? (
        <NotificationSettingsForm settings={settings} hasMail={hasMail} />
      ) : (
        <LoadState title={t(notificationSettingsMessages.failed)} error={error} onRetry={refetch} />
      )}
    </SettingsSection>
  )
}
