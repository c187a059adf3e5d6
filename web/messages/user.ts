import { msg, plural } from '@lingui/core/macro'

export const userMessages = {
  editProfile: msg`Edit Profile`,
  joined: (month: string) => msg`Joined ${month}`,
  following: msg`Following`,
  followers: (count: number) => msg`${plural(count, { one: 'Follower', other: 'Followers' })}`,
  followsYou: msg`Follows you`,
  demoBio: msg`A shared account for looking around.`,
}
