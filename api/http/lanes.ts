import type { IncomingMessage, ServerResponse } from 'node:http'
import { EventLoop } from '#api/admission/event-loop.ts'
import { InFlightRequests } from '#api/admission/in-flight.ts'
import { acceptsPicture, SMALL_BODY_BYTES } from './body-limits.ts'
import { isRead } from './methods.ts'
import { routedPath } from './routed-path.ts'

interface Limit {
  /** How many requests may be in flight at once. */
  limit: number
  /** The limit while the event loop is saturated. */
  whileSaturated?: number
}
/** Monitoring has to work under overload. Further ones count as other requests. */
const HEALTH_LIMIT: Limit = { limit: 20 }
/** The server hashes a few passwords at a time. Other sign-ins wait in memory. */
const SIGN_IN_LIMIT: Limit = { limit: 64 }
/**
 * A saturated process still serves 64, however long each takes. When the database is the
 * bottleneck, twice the requests at most double each latency.
 */
const REQUEST_LIMIT: Limit = { limit: 128, whileSaturated: 64 }

const eventLoop = new EventLoop()
/** The account routes, as Express mounts them, and the sign-in form. */
const ACCOUNT = /^\/api\/(?:auth(?=\/|$)|login$)/
const HEALTH = /^\/(healthz|readyz|metrics)$/

/** Limits the requests in flight, each kind by itself. */
export class Lanes {
  readonly #health = new Lane(HEALTH_LIMIT)
  readonly #signIns = new Lane(SIGN_IN_LIMIT)
  readonly #requests = new Lane(REQUEST_LIMIT)

  /** @returns the lane that is full, or null for an admitted request */
  admit(req: IncomingMessage, res: ServerResponse): 'sign-ins' | 'requests' | null {
    const path = routedPath(req)
    if (isRead(req.method ?? '')) {
      if (HEALTH.test(path) && this.#health.add(res)) return null
    } else if (ACCOUNT.test(path)) return this.#signIns.add(res) ? null : 'sign-ins'
    // Two decoders and the budget of bodies bound pictures, so they slow no other requests.
    else if (hasPicture(req, path)) return null
    return this.#requests.add(res) ? null : 'requests'
  }
}

class Lane {
  readonly #limits: Limit
  readonly #inFlight = new InFlightRequests()

  constructor(limits: Limit) {
    this.#limits = limits
  }

  /** @returns false when the lane is full */
  add(res: ServerResponse): boolean {
    if (this.#isFull) return false
    this.#inFlight.add(res)
    return true
  }

  get #isFull(): boolean {
    const { limit, whileSaturated = limit } = this.#limits
    if (!this.#inFlight.hasAtLeast(whileSaturated)) return false
    return eventLoop.isSaturated || this.#inFlight.hasAtLeast(limit)
  }
}

function hasPicture({ method, headers }: IncomingMessage, path: string): boolean {
  const isLarge = Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
  return isLarge && acceptsPicture(method, path)
}
