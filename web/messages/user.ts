import { msg, plural } from '@lingui/core/macro'

export const userMessages = {
  editProfile: msg`Edit Profile`,
  joined: (month: string) => msg`Joined ${month}`,
  following: msg`Following`,
  followers: (count: number) => msg`${plural(count, { one: 'Follower', other: 'Followers' })}`,
  demoBio: msg`A shared account for looking around.`,
}
