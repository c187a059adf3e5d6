import http from 'node:http'
import { fromPublicId } from '../../api/lib/ids.ts'
import { cookieOf } from '../workloads/cookies.ts'
import { clientBodies } from '../workloads/documents.ts'

/** The server looks up a session for each stream that opens. */
const OPENING = 50

/** Subscriptions of the web client to the feed, each by another viewer from another address. */
export class EventStreams {
  readonly #agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
  /** UUID of the newest post that each stream knows. */
  readonly #newest: string[] = []
  readonly #waiting = new Set<{ id: string; since: number; left: number }>()
  /** Milliseconds until every stream knew a post, for each post. */
  readonly delays: number[] = []

  /** Resolves when each stream has had its first event. */
  async open(url: string, count: number): Promise<void> {
    let next = 0
    const openOneByOne = async () => {
      for (let index = next++; index < count; index = next++) await this.#openOne(url, index)
    }
    await Promise.all(Array.from({ length: OPENING }, openOneByOne))
  }

  /** Begins to measure a post that was just acknowledged. */
  expect(id: string): void {
    const left = this.#newest.filter((newest) => newest < id).length
    if (left === 0) this.delays.push(0)
    else this.#waiting.add({ id, since: performance.now(), left })
  }

  /** How many posts some stream does not know yet. */
  get waiting(): number {
    return this.#waiting.size
  }

  close(): void {
    this.#agent.destroy()
  }

  #openOne(url: string, index: number): Promise<void> {
    const address = `10.0.${Math.floor(index / 250)}.${1 + (index % 250)}`
    const headers = {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      Cookie: cookieOf(index),
      'X-Forwarded-For': address,
    }
    const body = JSON.stringify(clientBodies.live)
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, method: 'POST', headers }
      const request = http.request(`${url}/graphql`, options, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`Stream ${index} was refused: ${response.statusCode}.`))
        let rest = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const events = (rest + chunk).split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) this.#receive(index, event)
          if (this.#newest[index] !== undefined) resolve()
        })
        // It closes the streams at the end.
        response.on('error', () => {})
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  #receive(index: number, event: string): void {
    const id = /"newestId":"(\w+)"/.exec(event)?.[1]
    if (!id) return
    const before = this.#newest[index] ?? ''
    const newest = fromPublicId(id)?.uuid ?? ''
    this.#newest[index] = newest
    for (const post of this.#waiting)
      if (before < post.id && newest >= post.id && --post.left === 0) {
        this.#waiting.delete(post)
        this.delays.push(performance.now() - post.since)
      }
  }
}
