import { AppError } from '#api/lib/errors.ts'
import type { PaidPoint } from './paid-limits.ts'
import { type LimitName, type LimitState, type Limits, limitRules } from './rate-limits.ts'

/** The limits that programs meet. The others would tell guesses which accounts exist. */
const advertised: readonly LimitName[] = [
  'post',
  'like',
  'share',
  'follow',
  'report',
  'thanks',
  'notification',
  'profile',
  'upload',
  'search',
  'moderation',
  'newAccountPost',
  'newAccountReply',
  'newAccountFollow',
]

export interface RecordedLimits extends Limits {
  /** Every consumed point. */
  points: readonly PaidPoint[]
  /** What is left of the limits that were consumed. */
  consumed: ReadonlyMap<LimitName, LimitState>
}

/** Records what one request consumes, for the headers of its response. */
export function recordLimits(limits: Limits): RecordedLimits {
  const consumed = new Map<LimitName, LimitState>()
  const points: PaidPoint[] = []
  return {
    consumed,
    points,
    async consume(limit, key) {
      try {
        const state = await limits.consume(limit, key)
        if (state) consumed.set(limit, state)
        points.push({ limit, key, state })
        return state
      } catch (error) {
        if (error instanceof AppError && error.retryAfter)
          consumed.set(limit, { remaining: 0, resetAfter: error.retryAfter })
        throw error
      }
    },
    refund: (limit, key) => limits.refund(limit, key),
  }
}

/**
 * The headers of a response, as draft-ietf-httpapi-ratelimit-headers-10 defines them: name, value,
 * name, value …
 */
export function rateLimitHeaders(consumed: RecordedLimits['consumed']): string[] {
  const used = advertised.filter((name) => consumed.has(name))
  if (used.length === 0) return ['RateLimit-Policy', allPolicies]
  return ['RateLimit-Policy', policies(used), 'RateLimit', used.map(stateOf).join(', ')]

  function stateOf(name: LimitName): string {
    const { remaining = 0, resetAfter = 0 } = consumed.get(name) ?? {}
    return `"${name}";r=${remaining};t=${resetAfter}`
  }
}

function policies(names: readonly LimitName[]): string {
  const policyOf = (name: LimitName) => {
    const { points, duration } = limitRules[name]
    return `"${name}";q=${points};w=${duration}`
  }
  return names.map(policyOf).join(', ')
}

const allPolicies = policies(advertised)
