import { msg } from '@lingui/core/macro'

export const feedMessages = {
  list: msg`Posts`,
  loadMore: msg`Load more positive vibes`,
  loadFailed: msg`We couldn’t load more posts. Please try again.`,
  end: msg`You're all caught up`,
}
