import { msg } from '@lingui/core/macro'

export const followingFeedMessages = {
  empty: msg`It’s quiet here so far.`,
  refresh: msg`Show their posts`,
  emptyHint: msg`Follow people you like, and what they share appears here.`,
}
