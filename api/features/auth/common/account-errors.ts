import { MAX_PASSKEYS } from '#rules/passkey-name.ts'

/** Error messages that only the server sends. Those shared with the client are in rules/. */
export const accountErrors = {
  emailTaken: 'An account with that email already exists. Sign in instead.',
  signInFailed: 'That email or password is not right.',
  passkeyFailed: 'That passkey did not work. Sign in with your password instead.',
  passkeyTimedOut: 'That took too long. Please try again.',
  passkeyNotAdded: 'The passkey could not be added. Please try again.',
  tooManyPasskeys: `An account can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
  passkeyNotFound: 'That passkey no longer exists.',
  codeWrong: 'That code is not right, or was used already.',
  twoFactorOn: 'Two-step sign-in is already on.',
  twoFactorOff: 'Two-step sign-in is not on.',
  passkeyUnverified:
    'That passkey is not enough for two-step sign-in. Sign in with your password instead.',
  linkInvalid: 'This link was already used or has expired. Please request a new one.',
  passwordWrong: 'That is not your password.',
  signInAgain: 'To confirm it’s you, sign out and in again. You then have ten minutes.',
  lastLoginMethod: 'That is the only way to sign in to your account. Add another one first.',
  notConnected: 'Your account is not connected to a provider.',
  providerBypassesTwoFactor:
    'Signing in with a provider would skip your second step. Turn two-step sign-in off first.',
  usernameChosen: 'You have already chosen your username.',
} as const
