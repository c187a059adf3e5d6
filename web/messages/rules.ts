import { msg } from '@lingui/core/macro'

export const rulesMessages = {
  title: msg`Rules`,
  failed: msg`We couldn’t load the rules.`,
  none: msg`This place has no written rules yet.`,
  linkTo: (title: string) => msg`Link to “${title}”`,
  reminder: (title: string) => msg`One of our rules: <rule>${title}</rule>`,
  contact: msg`Contact`,
  contactAbout: (contact: string) =>
    msg`No account, or can’t sign in? You can still reach us: <contact>${contact}</contact>`,
}
