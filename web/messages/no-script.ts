import { msg } from '@lingui/core/macro'

/** For browsers that run no scripts. */
export const noScriptMessages = {
  page: msg`Good Vibes needs JavaScript. Please allow it, then reload this page.`,
  signIn: msg`You can sign in here without JavaScript. Everything else needs it.`,
  codeHint: msg`Only if you use two-step sign-in.`,
}
