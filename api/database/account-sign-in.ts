import type { Entries } from './account-entry.ts'

/** What signs in to an account. */
export const signIn = {
  Session: {
    owner: 'userId',
    export: { section: 'sessions' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'signs in, and the secret is in the same file' },
  },
  ApiToken: {
    owner: 'userId',
    export: {
      section: 'apiTokens',
      select: { name: true, scopes: true, expiresAt: true, lastUsedAt: true },
      orderBy: 'id',
    },
    deletion: 'first',
    demoReset: 'removed',
  },
  Account: {
    owner: 'userId',
    export: { section: 'identities' },
    deletion: 'first',
    demoReset: 'removed',
  },
  Passkey: {
    owner: 'userId',
    export: { section: 'passkeys', select: { name: true, createdAt: true }, orderBy: 'id' },
    deletion: 'first',
    demoReset: 'removed',
  },
  TwoFactor: {
    owner: 'userId',
    export: { section: 'account' },
    deletion: 'first',
    demoReset: 'removed',
  },
  RecoveryCode: { through: 'TwoFactor', export: { leftOut: 'signs in' } },
  MailLink: {
    owner: 'userId',
    export: { leftOut: 'signs in' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'signs in' },
  },
  // JSON of better-auth's passkey challenges and of authorization requests to a provider.
  Verification: {
    within: 'value',
    export: { leftOut: 'an unfinished sign-in' },
    deletion: 'first',
    demoReset: 'removed',
    backup: { leftOut: 'an unfinished sign-in' },
  },
} as const satisfies Entries
