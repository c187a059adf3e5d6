import type { IncomingMessage } from 'node:http'
import type { LimitName, LimitState, Limits } from './rate-limits.ts'

/** A point that a request has consumed. */
export interface PaidPoint {
  limit: LimitName
  key: string
  state: LimitState | null
}

const paidPoints = Symbol('points that the request has consumed')

interface Request extends IncomingMessage {
  [paidPoints]?: readonly PaidPoint[]
}

/** Notes what a request has consumed, for the handler that the request is passed on to. */
export function notePaid(req: Request, points: readonly PaidPoint[]): void {
  req[paidPoints] = points
}

/** Consumes no point again that another handler has consumed for the same request. */
export function withPaid(limits: Limits, req: Request): Limits {
  return withPoints(limits, req[paidPoints] ?? [])
}

/** Consumes none of these points again. */
export function withPoints(limits: Limits, points: readonly PaidPoint[]): Limits {
  if (points.length === 0) return limits
  const left = [...points]
  return {
    ...limits,
    async consume(limit, key) {
      const index = left.findIndex((point) => point.limit === limit && point.key === key)
      if (index < 0) return limits.consume(limit, key)
      return left.splice(index, 1)[0]?.state ?? null
    },
  }
}
