import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import {
  type IRateLimiterOptions,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '#api/lib/errors.ts'
import type { SharedStore } from './redis.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How many times within how many seconds, for each key (an account or an address). */
const table = {
  post: { points: 10, duration: MINUTE },
  like: { points: 60, duration: MINUTE },
  profile: { points: 30, duration: MINUTE },
  upload: { points: 20, duration: HOUR },
  search: { points: 60, duration: MINUTE },
  signIn: { points: 10, duration: 10 * MINUTE },
  /** By what was typed as email or username, whether or not there is such an account: being refused tells nothing. */
  signInWithIdentifier: { points: 30, duration: HOUR },
  /** By account, whichever of its identifiers was typed. */
  signInToAccount: { points: 30, duration: HOUR },
  /** By session: passwords typed in the settings, which tries to sign in do not use up. */
  confirmPassword: { points: 30, duration: HOUR },
  signUp: { points: 5, duration: HOUR },
  /** Calls below /api/auth that may change something, by account, or by address without a session. */
  accountChange: { points: 60, duration: MINUTE },
  /** How often a code is asked for after the right password, by account: that counts as no sign-in. */
  twoFactorPrompt: { points: 30, duration: HOUR },
  /** Codes of an authenticator app, by account. */
  twoFactor: { points: 5, duration: 15 * MINUTE },
  export: { points: 5, duration: HOUR },
  /** Asking for a link to choose a new password, from an address. */
  passwordReset: { points: 10, duration: HOUR },
  /** Links that are mailed to an account. */
  passwordResetMail: { points: 5, duration: HOUR },
  passkeyMail: { points: 5, duration: HOUR },
  verificationMail: { points: 5, duration: HOUR },
  /** The sign-in page asks for a challenge each time it is opened. */
  passkeyChallenge: { points: 60, duration: 10 * MINUTE },
  /** Challenges to add a passkey, by account; each is kept for 5 minutes. */
  passkeyRegistration: { points: 10, duration: 10 * MINUTE },
  demoWriteFromAddress: { points: 10, duration: MINUTE },
  demoWrite: { points: 60, duration: MINUTE },
} as const

export type LimitName = keyof typeof table

export interface Limits {
  /**
   * Counts one use by a key.
   * @throws AppError RATE_LIMITED when the key has used up what it may
   */
  consume(limit: LimitName, key: string): Promise<void>
  /** Takes one use back that was counted just now. */
  refund(limit: LimitName, key: string): Promise<void>
}

/** Limits whose uses can all be given back, for a request that is declined and then handled elsewhere. */
export function revocable(limits: Limits): Limits & { revoke(): Promise<void> } {
  const used: [limit: LimitName, key: string][] = []
  return {
    async consume(limit, key) {
      await limits.consume(limit, key)
      used.push([limit, key])
    },
    refund: (limit, key) => limits.refund(limit, key),
    async revoke() {
      for (const [limit, key] of used.splice(0)) await limits.refund(limit, key)
    },
  }
}

export const noLimits: Limits = { consume: async () => {}, refund: async () => {} }

/**
 * Limits counted in this process, or, where it is one of several workers, in the one that started them.
 * @param shared where all processes count together as long as it can be reached
 */
export function createLimits(shared: SharedStore | null = null): Limits {
  const Limiter = cluster.isWorker ? RateLimiterCluster : RateLimiterMemory
  const limitersOf = <Each>(make: (rule: IRateLimiterOptions) => Each) =>
    new Map(Object.entries(table).map(([name, rule]) => [name, make({ keyPrefix: name, ...rule })]))
  const own = limitersOf((rule) => new Limiter(rule))
  const common =
    shared && limitersOf((rule) => new RateLimiterRedis({ storeClient: shared.client, ...rule }))
  return {
    async consume(limit, key) {
      try {
        const counted = await shared?.attempt(
          async () => common?.get(limit)?.consume(key),
          isRefusal,
        )
        if (!counted) await own.get(limit)?.consume(key)
      } catch (reason) {
        if (!isRefusal(reason)) throw reason
        const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
        throw new AppError(
          'RATE_LIMITED',
          `That was a lot at once. Please try again in ${inWords(retryAfter)}.`,
          { retryAfter },
        )
      }
    },
    async refund(limit, key) {
      const given = await shared?.attempt(async () => common?.get(limit)?.reward(key))
      if (!given) await own.get(limit)?.reward(key)
    },
  }
}

/** A key of limits for a text that is long, or that the store should not have. */
export function limitKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Counts one use by a key, and tells whether that was beyond what it may instead of refusing it. */
export async function isUsedUp(limits: Limits, limit: LimitName, key: string): Promise<boolean> {
  try {
    await limits.consume(limit, key)
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return true
    throw error
  }
}

const isRefusal = (reason: unknown): reason is RateLimiterRes => reason instanceof RateLimiterRes

function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
