import cluster from 'node:cluster'
import { createHash, createHmac } from 'node:crypto'
import {
  type IRateLimiterOptions,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
import { networkKey } from './address-key.ts'
import type { SharedStore } from './redis.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Of changes, by account. */
const writeRules = {
  post: { points: 10, duration: MINUTE, isAdvertised: true },
  like: { points: 60, duration: MINUTE, isAdvertised: true },
  share: { points: 20, duration: MINUTE, isAdvertised: true },
  follow: { points: 60, duration: MINUTE, isAdvertised: true },
  report: { points: 20, duration: DAY, isAdvertised: true },
  thanks: { points: 20, duration: DAY, isAdvertised: true },
  notification: { points: 60, duration: MINUTE, isAdvertised: true },
  webhook: { points: 30, duration: MINUTE, isAdvertised: true },
  moderation: { points: 120, duration: MINUTE, isAdvertised: true },
  appeal: { points: 10, duration: HOUR, isAdvertised: true },
  profile: { points: 30, duration: MINUTE, isAdvertised: true },
  upload: { points: 20, duration: HOUR, isAdvertised: true },
  /** Pictures that come again with the idempotency key of a post: they are decoded, not stored. */
  repeatedUpload: { points: 20, duration: HOUR, isAdvertised: true },
  /** New invitations. */
  invitation: { points: 10, duration: DAY, isAdvertised: true },
  /** Tokens of links for administrators. */
  adminLink: { points: 10, duration: HOUR, isAdvertised: true },
  /** Created and revoked API tokens. */
  apiToken: { points: 30, duration: HOUR, isAdvertised: true },
} as const

export type WriteLimit = keyof typeof writeRules

/**
 * Points per duration in seconds, for each key (an account or an address). Programs learn of the
 * advertised ones. The others would tell guesses which accounts exist.
 */
export const limitRules = {
  ...writeRules,
  /** For an account's first day, beside `post` and `follow`. */
  newAccountPost: { points: 3, duration: HOUR, isAdvertised: true },
  newAccountReply: { points: 20, duration: HOUR, isAdvertised: true },
  newAccountFollow: { points: 40, duration: HOUR, isAdvertised: true },
  search: { points: 60, duration: MINUTE, isAdvertised: true },
  signIn: { points: 10, duration: 10 * MINUTE },
  /** By the typed email or username. Unknown ones count too, so a limit reveals no account. */
  signInWithIdentifier: { points: 30, duration: HOUR },
  /** By account, for its email and its username together. */
  signInToAccount: { points: 30, duration: HOUR },
  /** By session: passwords typed in the settings. Sign-in attempts cannot use it up. */
  confirmPassword: { points: 30, duration: HOUR },
  signUp: { points: 5, duration: HOUR },
  /** Codes of invitations that can't be used, by address. */
  invitationCode: { points: 30, duration: 10 * MINUTE },
  /** Writes below /api/auth, by account, or by address without a session. */
  accountChange: { points: 60, duration: MINUTE, isAdvertised: true },
  /** Correct passwords that lead to a prompt for a code, by account. */
  twoFactorPrompt: { points: 30, duration: HOUR },
  /** Codes of an authenticator app, by account. */
  twoFactor: { points: 5, duration: 15 * MINUTE },
  export: { points: 5, duration: HOUR, isAdvertised: true },
  /** Requests for a link to reset the password, by address. */
  passwordReset: { points: 10, duration: HOUR },
  /** Emails with a link, by account. */
  passwordResetMail: { points: 5, duration: HOUR },
  /** Emails about a new way to sign in, by account. */
  loginMethodMail: { points: 5, duration: HOUR },
  verificationMail: { points: 5, duration: HOUR },
  /** New email addresses, by account. */
  emailChange: { points: 5, duration: HOUR, isAdvertised: true },
  /** Emails to a new address, by recipient. */
  emailChangeMail: { points: 5, duration: HOUR },
  /** By address. The sign-in page requests a challenge whenever it opens. */
  passkeyChallenge: { points: 60, duration: 10 * MINUTE },
  /** Challenges to add a passkey, by account; each lives for 5 minutes. */
  passkeyRegistration: { points: 10, duration: 10 * MINUTE },
  demoWriteFromAddress: { points: 10, duration: MINUTE, isAdvertised: true },
  demoWrite: { points: 60, duration: MINUTE, isAdvertised: true },
} as const

