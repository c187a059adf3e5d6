import { msg } from '@lingui/core/macro'

export const profileFormMessages = {
  title: msg`Edit Profile`,
  save: msg`Save changes`,
  displayName: msg`Display name`,
  demoUserName: msg`You can’t rename the demo user.`,
  bio: msg`Bio`,
  updated: msg`Profile updated`,
  updatedDescription: msg`Your profile has been successfully updated.`,
  failed: msg`Error`,
  failedDescription: msg`Failed to update profile. Please try again.`,
}
