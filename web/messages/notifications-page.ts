import { msg } from '@lingui/core/macro'

export const notificationsPageMessages = {
  title: msg`Notifications`,
  failed: msg`We couldn’t load your notifications.`,
  empty: msg`No notifications yet.`,
  emptyHint: msg`Likes, replies and thanks for your posts show up here.`,
  hello: msg`Say hello to someone`,
  loadingNotifications: msg`Loading notifications`,
  loadMore: msg`Load more notifications`,
  loadFailed: msg`We couldn’t load more notifications. Please try again.`,
  end: msg`That’s all of them`,
}
