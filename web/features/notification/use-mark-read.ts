import { useEffect } from 'react'
import { useIsTabVisible } from '../../lib/tab-visibility.ts'
import { useMarkNotificationsReadMutation } from './MarkRead.generated.ts'

interface Listed {
  __typename: string
  id: string
  isRead: boolean
}

/** Marks notifications as read once they are shown in the foreground. */
export function useMarkRead(notifications: readonly Listed[]) {
  const markRead = useMarkNotificationsReadMutation()
  const isVisible = useIsTabVisible()
  const [newest] = notifications
  const upToId = isVisible && newest && !newest.isRead ? newest.id : undefined
  const unread = notifications.filter(({ isRead }) => !isRead)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer notification matters.
  useEffect(() => {
    if (upToId === undefined) return
    void markRead(
      { upToId },
      {
        update: (cache, { user }) => {
          if (!user) return
          for (const { __typename, id } of unread)
            cache.modify({
              id: cache.identify({ __typename, id }) as string,
              fields: { isRead: () => true },
            })
        },
        // The person did not ask for it; the next visit tries again.
        failureToast: null,
      },
    )
  }, [upToId, markRead])
}
