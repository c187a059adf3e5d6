import { StoreTimeZone } from '../notification/StoreTimeZone.tsx'
import { useUnread } from '../notification/use-unread.ts'
import { useNotificationsUpdatedSubscription } from './NotificationsUpdated.generated.ts'

/** Keeps the number of unread notifications in the cache up to date. */
export default function LiveNotifications({ userId }: { userId: string }) {
  useNotificationsUpdatedSubscription({
    streamKey: `notifications ${userId}`,
    isShared: true,
    variables: () => ({}),
  })
  const settings = useUnread()?.notificationSettings
  return settings?.timeZone === null ? <StoreTimeZone /> : null
}
