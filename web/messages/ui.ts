import { msg } from '@lingui/core/macro'

export const uiMessages = {
  name: msg`Good Vibes`,
  close: msg`Close`,
  tryAgain: msg`Try again`,
  toasts: msg`Messages`,
  lightMode: msg`Switch to light mode`,
  darkMode: msg`Switch to dark mode`,
  failedPageTitle: msg`Page not available`,
  failedPage: msg`We couldn’t show this page.`,
  failedPart: msg`We couldn’t load this part of the page.`,
  reload: msg`Reload`,
  loading: msg`Loading…`,
  showMore: msg`Show more`,
  showLess: msg`Show less`,
}
