import { useNotificationsUpdatedSubscription } from './NotificationsUpdated.generated.ts'

/** Keeps the number of unread notifications in the cache up to date. */
export default function LiveNotifications({ userId }: { userId: string }) {
  useNotificationsUpdatedSubscription({
    streamKey: `notifications ${userId}`,
    isShared: true,
    variables: () => ({}),
  })
  return null
}
