import { msg } from '@lingui/core/macro'

/** After the name of the notifications in the navigation. */
export const unreadMessages = {
  some: msg`unread`,
  count: (count: string) => msg`${count} unread`,
}
