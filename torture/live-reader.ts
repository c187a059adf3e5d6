import { setTimeout } from 'node:timers/promises'
import { createClient } from 'graphql-sse'
import { fromPublicId, timeOf } from '#api/lib/ids.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import type { RecordedPost } from './history.ts'

const SUBSCRIPTION = /* GraphQL */ `
  subscription ($after: ID) { feedUpdated(after: $after) { newestId newIds reset } }`
const FEED = /* GraphQL */ `
  query ($after: String) {
    feed(first: 100, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } }
  }`
const RETRY_MS = 200
const CATCH_UP_MS = 20_000
const POLL_MS = 50
/** A post that commits this long after a newer one is not new to a stream begun after both. */
const LATE_MS = 1_000
/** No stream announces a post that took longer: it is only in the list. */
const MAX_ANNOUNCED_MS = 4_000

interface FeedUpdate {
  newestId: string | null
  newIds: string[]
  reset: boolean
}

interface FeedPage {
  feed: { nodes: { id: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } }
}

/** Follows the feed by a stream, as the web client does, and reconnects whenever it ends. */
export class LiveReader {
  readonly #name: string
  readonly #streamUrl: string
  readonly #browser: TestBrowser
  readonly #closing = new AbortController()
  readonly #announced = new Set<string>()
  /** Public ids of the announced posts and of those in the loaded feed. */
  readonly #known = new Set<string>()
  /** The newest known post at the beginning of each stream but the first. */
  readonly #starts: string[] = []
  #newestId: string | null = null
  readonly #problems: string[] = []
  events = 0

  /** @param url for streams; the browser loads the feed */
  constructor(name: string, url: string, browser: TestBrowser) {
    this.#name = name
    this.#streamUrl = new URL('/graphql', url).href
    this.#browser = browser
    void this.#follow()
  }

  get reconnections(): number {
    return this.#starts.length
  }

  close(): void {
    this.#closing.abort()
  }

  /** Waits until the reader knows all posts. @returns a sentence for each problem */
  async check(posts: readonly RecordedPost[]): Promise<string[]> {
    const startedAt = Date.now()
    // The feed has no replies.
    const announced = posts.filter(
      ({ parent, sentAt, acknowledgedAt }) =>
        parent === null && acknowledgedAt - sentAt < MAX_ANNOUNCED_MS,
    )
    const missing = () => announced.filter(({ id }) => id !== null && !this.#isKnown(id))
    while (missing().length > 0 && Date.now() - startedAt < CATCH_UP_MS) await setTimeout(POLL_MS)
    return [
      ...this.#problems,
      ...missing().map(({ content }) => `${this.#name} does not know ${content}.`),
    ]
  }

  #isKnown(id: string): boolean {
    const isLate = (start: string) => id < start && msOf(start) - msOf(id) < LATE_MS
    return this.#known.has(id) || this.#starts.some(isLate)
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // A stream that cannot be opened, or is lost, is opened again.
      await this.#readStream().catch(() => {})
      await setTimeout(RETRY_MS)
    }
  }

  async #readStream(): Promise<void> {
    const cookie = this.#browser.cookieHeader()
    const client = createClient({
      url: this.#streamUrl,
      retryAttempts: 0,
      headers: cookie ? { cookie } : {},
    })
    this.#closing.signal.addEventListener('abort', client.dispose)
    const after = this.#newestId
    const updates = client.iterate<{ feedUpdated: FeedUpdate }>({
      query: SUBSCRIPTION,
      variables: { after },
    })
    let isFirst = true
    try {
      for await (const { data } of updates) {
        if (!data) return
        if (isFirst && after !== null) this.#starts.push(after)
        await this.#receive(data.feedUpdated, isFirst && after === null)
        isFirst = false
      }
    } finally {
      this.#closing.signal.removeEventListener('abort', client.dispose)
      client.dispose()
    }
  }

  async #receive({ newestId, newIds, reset }: FeedUpdate, isBeginning: boolean): Promise<void> {
    this.events++
    for (const id of newIds) {
      if (this.#announced.has(id)) this.#problems.push(`${this.#name} was told of ${id} twice.`)
      this.#announced.add(id)
    }
    if (isBeginning) await this.#loadFeed(1)
    if (reset) await this.#loadFeed()
    for (const id of newIds) this.#known.add(id)
    this.#newestId = newestId ?? this.#newestId
  }

  /** Adds the posts of the feed, from the newest to the first known one. */
  async #loadFeed(maxPages = Number.POSITIVE_INFINITY): Promise<void> {
    let after: string | null = null
    let pages = 0
    do {
      pages++
      const json: object = { query: FEED, variables: { after } }
      const response = await this.#browser.fetch('/graphql', { json })
      const { data } = (await response.json()) as { data: FeedPage }
      const { nodes, pageInfo } = data.feed
      const hasReachedKnown = nodes.some(({ id }) => this.#known.has(id))
      for (const { id } of nodes) this.#known.add(id)
      const isDone = hasReachedKnown || pages === maxPages
      after = pageInfo.hasNextPage && !isDone ? pageInfo.endCursor : null
    } while (after !== null)
  }
}

const msOf = (publicId: string) => timeOf(fromPublicId(publicId)?.uuid ?? '').getTime()
