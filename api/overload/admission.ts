import type { IncomingMessage, ServerResponse } from 'node:http'
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
/** Passwords are hashed two at once, and pictures read: each waits for its turn in memory. */
const MOST_SIGN_INS = 64
const MOST_BODIES = 64
/** Milliseconds that a large body may take to come before its place can be given to another. */
const SLOW_BODY = 5_000
/** Bytes. Larger bodies are few at a time, because all of each is in memory. */
const LARGE = 64 * 1024

/** Decides which requests are taken on when more come than can be answered soon. Kinds of requests do not keep out each other. */
export class Admission {
  readonly #requests = new Lane(isComing)
  readonly #signIns = new Lane(isComing)
  readonly #bodies = new Lane(() => false)
  /** When overload began and when the last request was refused for it, by the clock of `performance`; null while there is none. */
  #overload: { began: number; refused: number } | null = null

  /** @returns null when it is taken on, else why not */
  refuses({ method, url = '', headers }: IncomingMessage, res: ServerResponse): Reason | null {
    if (method !== 'GET' && method !== 'HEAD') {
      if (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE)
        return enter(this.#bodies, res, this.#bodiesAreMany()) ? null : 'bodies'
      if (url.startsWith('/api/auth/')) return enter(this.#signIns, res, this.#signIns.has(MOST_SIGN_INS)) ? null : 'sign-ins'
    }
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

  /** Of bodies that come slowly the oldest makes room: many of them shall not keep out one that comes fast. */
  #bodiesAreMany(): boolean {
    if (!this.#bodies.has(MOST_BODIES)) return false
    const slow = this.#bodies.oldest(({ req, destroyed }, age) => age > SLOW_BODY && !req.complete && !destroyed)
    slow?.destroy()
    return !slow
  }
}

/** Whether a request is not all there yet. Who sends slowly takes no time from others. */
function isComing({ req }: ServerResponse): boolean {
  return !req.complete
}

function enter(lane: Lane, res: ServerResponse, isFull: boolean): boolean {
  if (!isFull) lane.enter(res)
  return !isFull
}
