import { msg } from '@lingui/core/macro'

export const notFoundPageMessages = {
  title: msg`Page Not Found`,
  text: msg`There’s nothing at this address.`,
  hint: msg`Did you forget to add the page to the router?`,
  toHome: msg`Back to the good vibes`,
}
