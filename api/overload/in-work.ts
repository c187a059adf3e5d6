import type { ServerResponse } from 'node:http'

/** The requests of one kind that have arrived in full and have no response yet: slow senders and slow readers cost others no time. */
export class InWork {
  /** Among them some that were answered since they were last counted. */
  readonly #responses = new Set<ServerResponse>()

  enter(res: ServerResponse): void {
    this.#responses.add(res)
  }

  /** Whether there are so many or more. */
  has(count: number): boolean {
    if (this.#responses.size < count) return false
    for (const res of this.#responses) {
      if (!isAnswered(res) && res.req.complete) continue
      this.#responses.delete(res)
      if (!res.req.complete) res.req.once('end', () => this.#responses.add(res))
    }
    return this.#responses.size >= count
  }
}

/** Whether a response has begun, or its connection is closed. */
export function isAnswered({ headersSent, destroyed }: ServerResponse): boolean {
  return headersSent || destroyed
}
