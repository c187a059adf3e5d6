import { msg } from '@lingui/core/macro'

export const peoplePageMessages = {
  followers: msg`Followers`,
  following: msg`Following`,
  followersOf: (name: string) => msg`Followers of ${name}`,
  followedBy: (name: string) => msg`People ${name} follows`,
  failed: msg`We couldn’t load these people.`,
  noFollowers: (name: string) => msg`No one follows ${name} yet.`,
  noFollowing: (name: string) => msg`${name} doesn’t follow anyone yet.`,
}
