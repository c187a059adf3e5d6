import { msg } from '@lingui/core/macro'

export const peopleMessages = {
  list: msg`People`,
  loadingPeople: msg`Loading people`,
  loadMore: msg`Load more people`,
  loadFailed: msg`We couldn’t load more people. Please try again.`,
  end: msg`That’s everyone`,
  likedBy: msg`Liked by`,
  noLikes: msg`No one liked this post yet.`,
  sharedBy: msg`Shared by`,
  noShares: msg`No one shared this post yet.`,
  postGone: msg`This post is gone, or you can’t see it.`,
  suggestions: msg`People to follow`,
}
