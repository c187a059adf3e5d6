import type { ServerResponse } from 'node:http'

/** The requests of one kind that have arrived in full and have no response yet: slow senders and slow readers cost others no time. */
export class InFlightRequests {
  /** Among them some that were answered since they were last counted. A new array each time: a Set in old space keeps them alive. */
  #responses: ServerResponse[] = []

  enter(res: ServerResponse): void {
    this.#responses.push(res)
  }

  /** Whether there are so many or more. */
  has(count: number): boolean {
    if (this.#responses.length < count) return false
    const unanswered = this.#responses.filter((res) => !hasResponded(res))
    this.#responses = unanswered.filter(({ req }) => req.complete)
    for (const res of unanswered) if (!res.req.complete) res.req.once('end', () => this.enter(res))
    return this.#responses.length >= count
  }
}

/** Whether a response has begun, or its connection is closed. */
export function hasResponded({ headersSent, destroyed }: ServerResponse): boolean {
  return headersSent || destroyed
}
