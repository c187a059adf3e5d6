import { MAX_PASSKEYS } from '#rules/passkey-name.ts'

/** What the server alone says about accounts, so that the client need not load it. */
export const words = {
  emailTaken: 'There is an account with that email already. Sign in instead.',
  signInFailed: 'That email or password is not right.',
  passkeyFailed: 'That passkey did not work. Sign in with your password instead.',
  passkeyTimedOut: 'That took too long. Please try again.',
  passkeyNotAdded: 'The passkey could not be added. Please try again.',
  tooManyPasskeys: `An account has at most ${MAX_PASSKEYS} passkeys. Remove one that you no longer use first.`,
  codeWrong: 'That code is not right, or was used already.',
  twoFactorOn: 'Two-step sign-in is on already.',
  twoFactorOff: 'Two-step sign-in is not on.',
  passkeyUnverified:
    'That passkey did not check that it is you, and your account asks for two steps. Sign in with your password instead.',
  linkGone: 'That link was used already, or is too old. Ask for a new one.',
  passwordWrong: 'That is not your password.',
  signInAgain: 'To show that it is you, sign out and in again. Then you have ten minutes.',
  lastWayIn: 'That is the only way to sign in to your account. Add another one first.',
  notConnected: 'Your account is not connected with another one.',
  twoStepsNoProvider:
    'Your account asks for two steps, and this would be one. Turn two-step sign-in off first.',
  usernameChosen: 'Your username is chosen already.',
} as const
