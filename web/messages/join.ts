import { msg } from '@lingui/core/macro'

export const joinMessages = {
  invitedBy: (name: string) => msg`<name>${name}</name> invited you to join.`,
  invited: msg`You’re invited to join.`,
  approval: msg`A moderator looks at each new account before it’s ready.`,

  needed: msg`You need an invitation`,
  neededAbout: msg`People join this site by invitation. Ask someone who’s already here for one.`,
  invalid: msg`This invitation doesn’t work`,
  withoutInvitation: msg`Create an account without it`,

  waiting: msg`Thank you`,
  waitForEmail: msg`A moderator will look at your account. We’ll email you when it’s ready.`,
  signInLater: msg`A moderator will look at your account. Sign in later to see if it’s ready.`,
}
