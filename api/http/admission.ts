import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyBudget } from '#api/limits/overload/body-budget.ts'
import { EventLoop } from '#api/limits/overload/event-loop.ts'
import { InFlightRequests } from '#api/limits/overload/in-flight.ts'
import { acceptsPicture, maxBodyBytes } from './body-limits.ts'
import { isRead } from './methods.ts'
import { routedPath } from './routed-path.ts'

/** The resources that run out. They label the metric of rejected requests. */
export const rejectionReasons = ['requests', 'sign-ins', 'bodies'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** A saturated process still serves this many requests at once, however long each takes. */
const MAX_IN_FLIGHT_WHILE_SATURATED = 64
/** When the database is the bottleneck, twice the requests at most double each latency. */
const MAX_IN_FLIGHT = 128
/** The server hashes two passwords at a time. Other sign-ins wait in memory. */
const MAX_SIGN_INS = 64
/** The account routes, as Express mounts them, and the sign-in form. */
const ACCOUNT = /^\/api\/(?:auth(?=\/|$)|login$)/
/** The server holds whole bodies in memory, so larger ones share a budget. */
const LARGE_BODY_BYTES = 16 * 1024

/** Admission control. Each kind of request has a limit of its own. */
export class Admission {
  readonly #requests = new InFlightRequests()
  readonly #signIns = new InFlightRequests()
  readonly #bodies = new BodyBudget()
  readonly #eventLoop = new EventLoop()

  /** @returns null for an admitted request */
  rejects(req: IncomingMessage, res: ServerResponse): RejectionReason | null {
    if (isRead(req.method ?? '')) return this.#admitRequest(res)
    const path = routedPath(req)
    const bytes = largeBodyBytes(req, path)
    if (bytes > 0 && !this.#bodies.reserve(res, bytes)) return 'bodies'
    if (ACCOUNT.test(path)) {
      if (this.#signIns.hasAtLeast(MAX_SIGN_INS)) return 'sign-ins'
      this.#signIns.add(res)
      return null
    }
    // A pool of two decoders bounds pictures, so they do not slow other requests.
    if (bytes > 0 && acceptsPicture(req.method, path)) return null
    return this.#admitRequest(res)
  }

  #admitRequest(res: ServerResponse): RejectionReason | null {
    if (this.#isOverloaded()) return 'requests'
    this.#requests.add(res)
    return null
  }

  #isOverloaded(): boolean {
    if (!this.#requests.hasAtLeast(MAX_IN_FLIGHT_WHILE_SATURATED)) return false
    return this.#eventLoop.isSaturated || this.#requests.hasAtLeast(MAX_IN_FLIGHT)
  }
}

/**
 * Bytes that the server may hold of a large body: 0 for a small one, the limit for a chunked one.
 */
function largeBodyBytes({ method, headers }: IncomingMessage, path: string): number {
  const max = maxBodyBytes(method, path)
  if (headers['transfer-encoding'] !== undefined) return max
  const declared = Number(headers['content-length'] ?? 0)
  return declared > LARGE_BODY_BYTES ? Math.min(declared, max) : 0
}
