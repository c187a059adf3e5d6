import { useUnreadQuery } from './Unread.generated.ts'

/**
 * What the bell shows of the viewer's notifications. A stream brings it once the page is idle;
 * undefined until then, and for the demo user.
 */
export function useUnread() {
  return useUnreadQuery({ fetchPolicy: 'cache-only' }).data?.viewer ?? undefined
}
