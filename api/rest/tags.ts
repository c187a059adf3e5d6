/** The groups of routes in the documentation, in its order. */
export const tags = {
  Posts: 'Posts and replies, likes, shares, feeds, search, and thanks.',
  Users: 'Profiles, follows, mutes and blocks.',
  Reports: 'What members report to the moderators.',
  Notifications: 'What others did that concerns you, and the weekly email.',
  Pictures: 'Uploads for posts and avatars.',
  Account: 'The account of the caller, its sessions and its data.',
  'Signing in': 'Sign-up, sign-in and sign-out.',
  Email: 'The account’s email address, and a new password by email.',
  Passkeys: 'Sign-in without a password (WebAuthn).',
  'Two-step sign-in': 'A code from an authenticator app after the password.',
  Provider: 'Sign-in with an OpenID provider, if the operator configured one.',
} as const

export type Tag = keyof typeof tags
