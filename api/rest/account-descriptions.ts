import type * as accountApi from '#rules/account-api.ts'

const SESSION =
  'The session is in a cookie, valid for 30 days after its last use. With two-step sign-in, send `code` too.'

/** What the documentation says about each account route. Here, so that the client loads none. */
export const descriptions: Readonly<Record<keyof typeof accountApi, string>> = {
  signUp:
    '200 signs you in. 202 says in `status` that an email with a link is on its way, or that a moderator decides.',
  confirmSignUp: 'The token is in the link of the email, the password is that of the sign-up.',
  getInvitation: '`inviter` is null if the operator invites.',
  signIn: SESSION,
  signInWithUsername: SESSION,
  signOut: 'Removes the cookie. Without a session, nothing happens.',
  signOutAlias: 'The same as `POST /api/logout`.',

  getAccount: 'Whether it has a password and a username of its own, and which provider it uses.',
  chooseUsername: 'Until then, every other change is refused.',
  changePassword: 'Your own session goes on.',
  getSessions: '`device` is readable text. `lastUsedAt` is accurate to ten minutes.',
  deleteSession: 'The device is signed out at its next request.',
  deleteOtherSessions: 'Signs every device out but this one.',
  exportAccount: 'Everything that belongs to the account, as JSON, and your pictures.',
  deleteAccount: 'Deletes everything that belongs to it. Nobody can undo it.',

  getEmail: 'Whether it is verified, and whether the server can send a link that verifies it.',
  changeEmail:
    'Needs the password of an account that has one, or else a sign-in within ten minutes. With a mail server, the answer is 202, and the address changes when its link is opened.',
  sendVerification: 'The link works once, within a day.',
  verifyEmail: 'Or change it, if the link is for a new address. The token is in the link.',
  requestPasswordReset:
    'Responds the same whether or not there is such an account. The link works once, within an hour.',
  resetPassword: 'The token is in the link of the email.',

  passkeySignInOptions: 'A cookie ties the challenge to the browser for five minutes.',
  verifyPasskeySignIn: '`response` is the result of `credential.toJSON()`.',
  passkeyRegistrationOptions:
    'Needs the password of an account that has one, or else a sign-in within ten minutes.',
  verifyPasskeyRegistration: '`response` is the result of `credential.toJSON()`.',
  getPasskeys: 'An account can have up to 20.',
  renamePasskey: 'The name helps to tell passkeys apart.',
  deletePasskey: 'The last way to sign in can’t be removed.',

  getTwoFactor: 'Since when it is on, and how many recovery codes are left.',
  startTwoFactor: 'It is on once a code of the app confirms the key.',
  confirmTwoFactor: 'Returns ten recovery codes, which are never shown again.',
  renewRecoveryCodes: 'All earlier codes stop working.',
  turnOffTwoFactor: 'The password alone signs in from then on.',

  startProviderSignIn: 'For browsers. `returnTo` is the path to open after signing in.',
  finishProviderSignIn: 'After an error, it redirects to the sign-in page, with the reason.',
  connectProvider: 'Returns the address at the provider to open in the browser.',
  disconnectProvider: 'The last way to sign in can’t be removed.',
}
