import cluster from 'node:cluster'
import { createHmac, hash } from 'node:crypto'
import {
  type IRateLimiterOptions,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { networkKey } from '#api/lib/address-key.ts'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'
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
  applicationDecision: { points: 120, duration: MINUTE, isAdvertised: true },
  appealDecision: { points: 120, duration: MINUTE, isAdvertised: true },
  appeal: { points: 10, duration: HOUR, isAdvertised: true },
  /** Threads closed and opened. */
  repliesClosed: { points: 30, duration: MINUTE, isAdvertised: true },
  profile: { points: 30, duration: MINUTE, isAdvertised: true },
  username: { points: 30, duration: MINUTE, isAdvertised: true },
  upload: { points: 20, duration: HOUR, isAdvertised: true },
  /** Pictures that come again with the idempotency key of a post: they are decoded, not stored. */
  repeatedUpload: { points: 20, duration: HOUR, isAdvertised: true },
  /** New invitations. */
  invitation: { points: 10, duration: DAY, isAdvertised: true },
  /** Ended invitations. */
  invitationEnd: { points: 60, duration: MINUTE, isAdvertised: true },
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
  /** Ways to the provider's sign-in, by address. */
  providerSignIn: { points: 60, duration: 10 * MINUTE },
  /** Challenges to add a passkey, by account; each lives for 5 minutes. */
  passkeyRegistration: { points: 10, duration: 10 * MINUTE },
  demoWriteFromAddress: { points: 10, duration: MINUTE, isAdvertised: true },
  demoWrite: { points: 60, duration: MINUTE, isAdvertised: true },
} as const

/** The addresses of an IPv6 /48 share ten times the points of one. */
const NETWORK = { prefix: 'network-', factor: 10 }

export type LimitName = keyof typeof limitRules

/** What an account may upload in a day. Its points are bytes, and the database counts them. */
export const quotaRules = {
  uploadBytes: { points: limits.uploadMegabytesPerDay * 1024 * 1024, duration: DAY },
} as const

export type QuotaName = keyof typeof quotaRules

/** What is left of a key's limit. */
export interface LimitState {
  /** Points. */
  remaining: number
  /** Seconds until all points are back. */
  resetAfter: number
  /** Whether the request was refused. */
  isExceeded: boolean
}

export interface Limits {
  /**
   * Consumes one point of a key.
   * @returns null when nothing is limited
   * @throws AppError RATE_LIMITED when the key has none left
   */
  consume(limit: LimitName, key: string): Promise<LimitState | null>
  /** Returns one consumed point. */
  refund(limit: LimitName, key: string): Promise<void>
  /** Tells the response what is left of a quota. */
  report?(quota: QuotaName, state: LimitState): void
}

export const noLimits: Limits = { consume: async () => null, refund: async () => {} }

/**
 * Counts in `shared` while it is healthy, else in this process or the primary of its cluster.
 * @param secret of the installation: keys are addresses and accounts, so they are stored as hashes
 * that cannot be reversed without it
 */
export function createLimits(shared: SharedStore | null = null, secret = ''): Limits {
  const hash = (key: string) => createHmac('sha256', secret).update(key).digest('base64url')
  const ofKey = createCounters(shared)
  const ofNetwork = createCounters(shared, NETWORK)
  return {
    async consume(limit, key) {
      const state = await ofKey.consume(limit, hash(key))
      const network = networkKey(key)
      // After the address: one that is refused uses up nothing of its network.
      if (network) await ofNetwork.consume(limit, hash(network))
      return state
    },
    async refund(limit, key) {
      await ofKey.refund(limit, hash(key))
      const network = networkKey(key)
      if (network) await ofNetwork.refund(limit, hash(network))
    },
  }
}

/** All limits for one kind of key, each with some times the points. */
function createCounters(
  shared: SharedStore | null,
  { prefix, factor } = { prefix: '', factor: 1 },
): Limits {
  const Limiter = cluster.isWorker ? RateLimiterCluster : RateLimiterMemory
  const createLimiters = <Each>(create: (rule: IRateLimiterOptions) => Each) =>
    new Map(
      Object.entries(limitRules).map(([name, { points, duration }]) => [
        name,
        create({ keyPrefix: prefix + name, points: points * factor, duration }),
      ]),
    )
  const localLimiters = createLimiters((rule) => new Limiter(rule))
  const sharedLimiters =
    shared &&
    createLimiters((rule) => new RateLimiterRedis({ storeClient: shared.client, ...rule }))
  return {
    async consume(limit, key) {
      try {
        const counted = await shared?.runIfHealthy(
          async () => sharedLimiters?.get(limit)?.consume(key),
          isLimitExceeded,
        )
        const state = counted ?? (await localLimiters.get(limit)?.consume(key))
        if (!state) return null
        const { remainingPoints: remaining } = state
        return { remaining, resetAfter: secondsUntilReset(state), isExceeded: false }
      } catch (reason) {
        if (!isLimitExceeded(reason)) throw reason
        throw limitExceeded(secondsUntilReset(reason))
      }
    },
    async refund(limit, key) {
      const refunded = await shared?.runIfHealthy(async () =>
        sharedLimiters?.get(limit)?.reward(key),
      )
      if (!refunded) await localLimiters.get(limit)?.reward(key)
    },
  }
}

/** Hashes a text that is long or private, for use as a key. */
export function limitKey(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Like `consume`, but returns false instead of throwing RATE_LIMITED. */
export async function tryConsume(limits: Limits, limit: LimitName, key: string): Promise<boolean> {
  try {
    await limits.consume(limit, key)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false
    throw error
  }
}

const secondsUntilReset = ({ msBeforeNext }: RateLimiterRes) =>
  Math.max(1, Math.ceil(msBeforeNext / 1000))

const isLimitExceeded = (reason: unknown): reason is RateLimiterRes =>
  reason instanceof RateLimiterRes

const limitExceeded = (retryAfter: number) =>
  new AppError('RATE_LIMITED', 'RATE_LIMITED', {
    message: `That was a lot at once. Please try again in ${formatDuration(retryAfter)}.`,
    retryAfter,
  })

function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * MINUTE
        ? [Math.ceil(seconds / MINUTE), 'minute']
        : [Math.ceil(seconds / HOUR), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
