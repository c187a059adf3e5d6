import { msg } from '@lingui/core/macro'

export const rulesMessages = {
  title: msg`Rules`,
  failed: msg`We couldn’t load the rules.`,
  none: msg`This place has no written rules yet.`,
  linkTo: (title: string) => msg`Link to “${title}”`,
  reminder: (title: string) => msg`One of our rules: <rule>${title}</rule>`,
  contact: msg`Contact`,
}
