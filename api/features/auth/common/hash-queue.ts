import { AppError } from '#api/lib/errors.ts'
import type { Caller } from '#api/telemetry/request-context.ts'

/** The limits of waiting hashes. Those of signed-in people wait apart from all others. */
const MAX_WAITING = { session: 10, visitor: 50 }

interface Waiting {
  start: () => void
  refuse: (error: AppError) => void
}

/** The limit of one kind of caller. */
interface Group {
  max: number
  count: number
}

/**
 * Runs a few hashes at a time. Callers take turns, so that one with many waits for itself, and when
 * the queue is full, the caller with most gives way.
 */
export class HashQueue {
  readonly #concurrency: number
  #running = 0
  /** By caller, in the order of their turns. */
  readonly #waiting = new Map<string, { group: Group; queue: Waiting[] }>()
  readonly #sessions: Group = { max: MAX_WAITING.session, count: 0 }
  readonly #visitors: Group = { max: MAX_WAITING.visitor, count: 0 }

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** @throws AppError RATE_LIMITED if too many wait */
  async run<Result>(caller: Caller, hash: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#concurrency) this.#running += 1
    else await this.#wait(caller)
    try {
      return await hash()
    } finally {
      this.#startNext()
    }
  }

  #wait({ key, hasSession }: Caller): Promise<void> {
    const group = hasSession ? this.#sessions : this.#visitors
    const own = this.#waiting.get(key) ?? { group, queue: [] }
    if (group.count >= group.max) this.#refuseOne(group, own.queue.length)
    return new Promise((start, refuse) => {
      own.queue.push({ start, refuse })
      group.count += 1
      this.#waiting.set(key, own)
    })
  }

  /** Refuses the newest hash of the caller with most, or throws if the asking one has as many. */
  #refuseOne(group: Group, ownCount: number) {
    const error = new AppError('RATE_LIMITED', 'SIGN_INS_QUEUED', { retryAfter: 5 })
    const queues = [...this.#waiting.values()].filter((each) => each.group === group)
    const longest = queues.reduce((a, b) => (b.queue.length > a.queue.length ? b : a)).queue
    if (longest.length <= ownCount + 1) throw error
    longest.pop()?.refuse(error)
    group.count -= 1
  }

  #startNext() {
    const [next] = this.#waiting
    if (!next) {
      this.#running -= 1
      return
    }
    const [key, { group, queue }] = next
    const first = queue.shift()
    group.count -= 1
    this.#waiting.delete(key)
    if (queue.length > 0) this.#waiting.set(key, { group, queue })
    first?.start()
  }
}
