import { msg } from '@lingui/core/macro'

export const profilePageMessages = {
  title: msg`Profile`,
  titleOf: (name: string, username: string) => msg`${name} (@${username})`,
  failed: msg`We couldn’t load this profile.`,
  notFound: msg`User not found`,
  notFoundText: msg`We couldn’t find anyone by that name.`,
  toExplore: msg`Explore the good vibes`,
  tabs: msg`Lists`,
  posts: msg`Posts`,
  replies: msg`Replies`,
  noReplies: msg`No replies yet.`,
  empty: msg`No posts yet.`,
}
