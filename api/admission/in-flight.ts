import type { IncomingMessage, ServerResponse } from 'node:http'

/** Counts requests that have no response yet. One whose body still arrives takes no place. */
export class InFlightRequests {
  /**
   * Includes finished requests until the next count. Each count makes a new array: a Set that
   * reached V8's old space would delay the garbage collection of its responses.
   */
  #responses: ServerResponse[] = []

  add(res: ServerResponse): void {
    this.#responses.push(res)
  }

  /** At once, where a finished request would keep much memory. */
  remove(res: ServerResponse): void {
    this.#responses = this.#responses.filter((each) => each !== res)
  }

  /** Whether this many requests are in flight besides one. */
  hasOthers(count: number, res: ServerResponse): boolean {
    if (this.#responses.length < count) return false
    const pending = this.#responses.filter((res) => !hasResponded(res))
    this.#responses = pending.filter(({ req }) => !isReceiving(req))
    for (const res of pending) if (isReceiving(res.req)) res.req.once('end', () => this.add(res))
    return this.#responses.length - (this.#responses.includes(res) ? 1 : 0) >= count
  }
}

/** Whether a response has started, or its connection is closed. */
export function hasResponded({ headersSent, destroyed }: ServerResponse): boolean {
  return headersSent || destroyed
}

/** Whether a handler waits for the body. One that does not read it works already. */
function isReceiving({ complete, readableFlowing }: IncomingMessage): boolean {
  return !complete && readableFlowing !== null
}
