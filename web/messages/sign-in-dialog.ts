import { msg } from '@lingui/core/macro'

export const signInDialogMessages = {
  about: msg`You can sign in in a new tab. What you typed stays here.`,
  signIn: msg`Sign in`,
  notNow: msg`Not now`,
}
