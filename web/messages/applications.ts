import { msg } from '@lingui/core/macro'

export const applicationMessages = {
  title: msg`Waiting for approval`,
  list: msg`People waiting for approval`,
  none: msg`No one is waiting.`,
  noneHint: msg`New sign-ups appear here when moderators approve accounts.`,
  failed: msg`We couldn’t load the sign-ups.`,
  noUsername: msg`No username yet`,
  verified: msg`Verified email`,
  unverified: msg`Email not verified`,
  applied: msg`Signed up <time/>`,

  approve: msg`Approve`,
  approvePerson: (name: string) => msg`Approve ${name}`,
  approved: (name: string) => msg`${name} can sign in now`,
  decline: msg`Decline`,
  declinePerson: (name: string) => msg`Decline ${name}`,
  declineTitle: (name: string) => msg`Decline ${name}?`,
  declineAbout: msg`We delete what they entered. They can sign up again later.`,
  keep: msg`Keep waiting`,
  declined: (name: string) => msg`${name} is declined`,

  loadMore: msg`Load more sign-ups`,
  loadFailed: msg`We couldn’t load more sign-ups. Please try again.`,
  end: msg`That’s everyone`,
}
