import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyBudget } from '#api/limits/overload/body-budget.ts'
import { EventLoop } from '#api/limits/overload/event-loop.ts'
import { InFlightRequests } from '#api/limits/overload/in-flight.ts'
import { largestBody, takesPicture } from './body-limits.ts'
import { isRead } from './methods.ts'
import { routedPath } from './routed-path.ts'

/** Why a request is not taken on: what there is too much of. */
export const reasons = ['requests', 'sign-ins', 'bodies'] as const
export type Reason = (typeof reasons)[number]

/** Requests in work while the event loop is saturated. Every process serves so many at once, however long each takes. */
const MAX_IN_WORK_WHILE_SATURATED = 64
/** At most twice as many, so that each takes at most twice as long when it is the database that limits. */
const MAX_IN_WORK = 128
/** Two passwords are hashed at a time, and the other sign-ins wait in memory. */
const MAX_SIGN_INS = 64
/** As Express mounts the account routes. */
const ACCOUNT = /^\/api\/auth(?=\/|$)/
/** Bytes. Larger bodies share a budget, because all of each is in memory. As many small ones as there are connections fit beside it. */
const LARGE = 16 * 1024

/** Decides which requests are taken on. Kinds of requests do not keep out each other. */
export class Admission {
  readonly #requests = new InFlightRequests()
  readonly #signIns = new InFlightRequests()
  readonly #bodies = new BodyBudget()
  readonly #eventLoop = new EventLoop()

  /** @returns null when it is taken on, else why not */
  refuses(req: IncomingMessage, res: ServerResponse): Reason | null {
    if (isRead(req.method ?? '')) return this.#enterRequests(res)
    const path = routedPath(req)
    const bytes = largeBodyOf(req, path)
    if (bytes > 0 && !this.#bodies.reserve(res, bytes)) return 'bodies'
    if (ACCOUNT.test(path)) {
      if (this.#signIns.hasAtLeast(MAX_SIGN_INS)) return 'sign-ins'
      this.#signIns.add(res)
      return null
    }
    // Pictures are decoded two at once, which takes no time from other requests.
    if (bytes > 0 && takesPicture(req.method, path)) return null
    return this.#enterRequests(res)
  }

  #enterRequests(res: ServerResponse): Reason | null {
    if (this.#requestsAreMany()) return 'requests'
    this.#requests.add(res)
    return null
  }

  #requestsAreMany(): boolean {
    if (!this.#requests.hasAtLeast(MAX_IN_WORK_WHILE_SATURATED)) return false
    return this.#eventLoop.isSaturated || this.#requests.hasAtLeast(MAX_IN_WORK)
  }
}

/** Bytes of a large body: as declared, or what the call reads at most, which is also all that is kept of one declared longer. */
export function largeBodyOf({ method, headers }: IncomingMessage, path: string): number {
  const most = largestBody(method, path)
  if (headers['transfer-encoding'] !== undefined) return most
  const declared = Number(headers['content-length'] ?? 0)
  return declared > LARGE ? Math.min(declared, most) : 0
}
