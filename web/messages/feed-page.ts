import { msg } from '@lingui/core/macro'

export const feedPageMessages = {
  title: msg`Good Vibes Feed`,
  tabs: msg`Feeds`,
  everyone: msg`Everyone`,
  following: msg`Following`,
  failed: msg`We couldn’t load the feed.`,
  empty: msg`No posts yet. Be the first to share some positivity!`,
}
