import { AppError, httpStatus } from '#api/lib/errors.ts'
import type { Settings } from '#api/settings/settings.ts'
import { LOOPBACK } from '#api/settings/shapes.ts'
import {
  type LimitName,
  type LimitState,
  type Limits,
  limitRules,
  type QuotaName,
  quotaRules,
} from './rate-limits.ts'

type Consumed = LimitName | QuotaName

const POLICY_HEADER = 'RateLimit-Policy'

const isAdvertised = (name: string) =>
  (limitRules[name as LimitName] as { isAdvertised?: boolean }).isAdvertised === true
const advertised = [
  ...Object.keys(limitRules).filter(isAdvertised),
  ...Object.keys(quotaRules),
] as readonly Consumed[]

export interface RecordedLimits extends Limits {
  /** What is left of the limits and quotas that were consumed. */
  consumed: ReadonlyMap<Consumed, LimitState>
}

/** Records what one request consumes, for the headers of its response. */
export function recordLimits(limits: Limits): RecordedLimits {
  const consumed = new Map<Consumed, LimitState>()
  return {
    consumed,
    async consume(limit, key) {
      try {
        const state = await limits.consume(limit, key)
        if (state) consumed.set(limit, state)
        return state
      } catch (error) {
        if (error instanceof AppError && error.retryAfter)
          consumed.set(limit, { remaining: 0, resetAfter: error.retryAfter, isExceeded: true })
        throw error
      }
    },
    async refund(limit, key) {
      await limits.refund(limit, key)
      const state = consumed.get(limit)
      if (state) consumed.set(limit, { ...state, remaining: state.remaining + 1 })
    },
    report(quota, state) {
      consumed.set(quota, state)
      limits.report?.(quota, state)
    },
  }
}

/** The header that names all limits in force: demo user and new accounts may have none. */
export function allRateLimits({ host, demoUser }: Pick<Settings, 'host' | 'demoUser'>): string[] {
  const isInForce = (name: string) =>
    name.startsWith('newAccount') ? !LOOPBACK.test(host) : demoUser || !name.startsWith('demoWrite')
  return [POLICY_HEADER, policies(advertised.filter(isInForce))]
}

/**
 * The headers of what a response consumed, as draft-ietf-httpapi-ratelimit-headers-10 defines them:
 * name, value, name, value … One of status 429 has the limit that refused it alone: points that are
 * left of another one would ask the client to try again.
 */
export function rateLimitHeaders(consumed: RecordedLimits['consumed'], status = 200): string[] {
  const used = advertised.filter((name) => {
    const state = consumed.get(name)
    return state && (state.isExceeded || status !== httpStatus.RATE_LIMITED)
  })
  if (used.length === 0) return []
  return [POLICY_HEADER, policies(used), 'RateLimit', used.map(stateOf).join(', ')]

  function stateOf(name: Consumed): string {
    const { remaining = 0, resetAfter = 0 } = consumed.get(name) ?? {}
    return `"${name}";r=${remaining};t=${resetAfter}`
  }
}

function policies(names: readonly Consumed[]): string {
  return names.map(policyOf).join(', ')
}

function policyOf(name: Consumed): string {
  if (name in quotaRules) {
    const { points, duration } = quotaRules[name as QuotaName]
    return `"${name}";q=${points};w=${duration};qu="content-bytes"`
  }
  const { points, duration } = limitRules[name as LimitName]
  return `"${name}";q=${points};w=${duration}`
}
