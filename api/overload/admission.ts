import type { IncomingMessage, ServerResponse } from 'node:http'
import { largestBody, takesPicture } from '../http/body-limits.ts'
import { isRead } from '../http/methods.ts'
import { routedPath } from '../http/routed-path.ts'
import { BodyBudget } from './body-budget.ts'
import { Lane } from './lane.ts'

/** Why a request is not taken on: what there is too much of. */
export const reasons = ['requests', 'sign-ins', 'bodies'] as const
export type Reason = (typeof reasons)[number]

/** How many may be worked on at once before it is too much, unless they pass fast. */
const MANY = 256
/** Milliseconds. As long as half of them have not been there for longer, they pass fast. */
const FAST = 50
/** However fast they pass. */
const MOST = 512
/** How many may be worked on while it is too much: as many as under a full load, so that nobody waits much longer than then. */
const MANY_UNDER_OVERLOAD = 64
/** It is over when nothing was refused for so long, or has lasted so long that it is worth another look, in milliseconds. */
const QUIET = 2_000
const ANOTHER_LOOK = 60_000
/** Passwords are hashed two at once: the others wait in memory. */
const MOST_SIGN_INS = 64
/** As Express mounts the account routes. */
const ACCOUNT = /^\/api\/auth(?=\/|$)/
/** Bytes. Larger bodies share a budget, because all of each is in memory. As many small ones as there are connections fit beside it. */
const LARGE = 16 * 1024

/** Decides which requests are taken on when more come than can be answered soon. Kinds of requests do not keep out each other. */
export class Admission {
  readonly #requests = new Lane(isComing)
  readonly #signIns = new Lane(isComing)
  readonly #bodies = new BodyBudget()
  /** When overload began and when the last request was refused for it, by the clock of `performance`; null while there is none. */
  #overload: { began: number; refused: number } | null = null

  /** @returns null when it is taken on, else why not */
  refuses(req: IncomingMessage, res: ServerResponse): Reason | null {
    if (isRead(req.method ?? '')) return this.#enterRequests(res)
    const path = routedPath(req)
    const bytes = largeBodyOf(req, path)
    if (bytes > 0 && !this.#bodies.take(res, bytes)) return 'bodies'
    if (ACCOUNT.test(path)) return enter(this.#signIns, res, this.#signIns.has(MOST_SIGN_INS)) ? null : 'sign-ins'
    // Pictures are decoded two at once, which takes no time from other requests.
    if (bytes > 0 && takesPicture(req.method, path)) return null
    return this.#enterRequests(res)
  }

  #enterRequests(res: ServerResponse): Reason | null {
    return enter(this.#requests, res, this.#requestsAreMany()) ? null : 'requests'
  }

  #requestsAreMany(): boolean {
    const requests = this.#requests
    if (!requests.has(MANY_UNDER_OVERLOAD)) return false
    const now = performance.now()
    const before = this.#overload
    if (before && (now - before.refused > QUIET || now - before.began > ANOTHER_LOOK)) this.#overload = null
    if (this.#overload) this.#overload.refused = now
    else if (requests.has(MANY) && (requests.age > FAST || requests.has(MOST))) this.#overload = { began: now, refused: now }
    return this.#overload !== null
  }
}

/** Bytes of a large body: as declared, or what the call reads at most, which is also all that is kept of one declared longer. */
export function largeBodyOf({ method, headers }: IncomingMessage, path: string): number {
  const most = largestBody(method, path)
  if (headers['transfer-encoding'] !== undefined) return most
  const declared = Number(headers['content-length'] ?? 0)
  return declared > LARGE ? Math.min(declared, most) : 0
}

/** Whether a request is not all there yet. Who sends slowly takes no time from others. */
function isComing({ req }: ServerResponse): boolean {
  return !req.complete
}

function enter(lane: Lane, res: ServerResponse, isFull: boolean): boolean {
  if (!isFull) lane.enter(res)
  return !isFull
}
