import { setTimeout } from 'node:timers/promises'
import { seeded } from '#demo/random.ts'
import { History } from '../history.ts'
import { SimulatedUser } from '../simulated-user.ts'
import { request } from './cluster.ts'

const USERS = 50
/** With 50 users, some 30 requests a second: the faults are to be seen, not the load. */
const PAUSE_MS = 1_500
/** No request hangs for longer. */
const RESPONSE_MS = 15_000
const POLL_MS = 100
const SIGN_UPS_AT_ONCE = 5

/** The longest times without success, in seconds. */
export interface Gaps {
  writes: number
  reads: number
}

/** Users behind the load balancer, and the record of what they did. */
export class Load {
  readonly history = new History()
  readonly #url: string
  readonly #users: readonly SimulatedUser[]

  constructor(url: string, seed: number) {
    this.#url = url
    this.#users = Array.from({ length: USERS }, (_, index) => {
      const random = seeded(seed * USERS + index)
      const options = { history: this.history, random, responseMs: RESPONSE_MS, pauseMs: PAUSE_MS }
      return new SimulatedUser(url, options)
    })
  }

  async signUp(): Promise<void> {
    for (let first = 0; first < USERS; first += SIGN_UPS_AT_ONCE)
      await Promise.all(
        this.#users.slice(first, first + SIGN_UPS_AT_ONCE).map((user) => user.signUp()),
      )
  }

  /** Runs the users until the work is done. */
  async during(work: () => Promise<unknown>): Promise<Gaps> {
    const end = new AbortController()
    const running = this.#users.map((user) => user.run(end.signal))
    const { counts } = this.history
    const longest = [
      longestGap(end.signal, async () => {
        const before = counts.acknowledged
        await setTimeout(POLL_MS)
        return counts.acknowledged > before
      }),
      longestGap(end.signal, async () => {
        await setTimeout(POLL_MS)
        return (await request(`${this.#url}/api/posts?limit=1`))?.ok === true
      }),
    ]
    try {
      await work()
    } finally {
      end.abort()
      await Promise.all(running)
    }
    const [writes = 0, reads = 0] = await Promise.all(longest)
    return { writes, reads }
  }
}

/** @returns the longest time between two successes, in seconds */
async function longestGap(signal: AbortSignal, succeeds: () => Promise<boolean>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  while (!signal.aborted) {
    const isSuccess = await succeeds()
    longest = Math.max(longest, performance.now() - last)
    if (isSuccess) last = performance.now()
  }
  return longest / 1_000
}
