import { msg } from '@lingui/core/macro'

export const followMessages = {
  follow: msg`Follow`,
  following: msg`Following`,
  followName: (name: string) => msg`Follow ${name}`,
  followingName: (name: string) => msg`Following ${name}`,
  unfollowName: (name: string) => msg`Unfollow ${name}`,
  followed: (name: string) => msg`You follow ${name} now.`,
  unfollowed: (name: string) => msg`You don’t follow ${name} anymore.`,
  loading: msg`Loading…`,
}
