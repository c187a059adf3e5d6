import { LRUCache } from 'lru-cache'
import type { Services } from '../context.ts'
import { FEED } from '../features/feed/feed.schema.ts'
import type { RecentPosts } from '../features/feed/recent-posts.ts'
import type { Snapshot } from '../features/feed/snapshot.ts'
import type { PostReads } from '../features/post/post.read.ts'
import { Cursors, uuidFromBytes } from '../graphql/cursor.ts'
import { cacheCounts } from '../watch/caches.ts'
import { isCurrent, makeTemplate, type Render, type Template } from './template.ts'

const MAX_CACHED_BYTES = 4 * 1024 * 1024
const MAX_DECLINED_BYTES = 256 * 1024
/** Characters: longer requests are declined, so that callers cannot fill memory with keys. */
const MAX_KEY_LENGTH = 4_000

/** A template holds the response three times: whole, in segments, and compressed. */
const sizeOf = ({ unliked }: Template, key: string) => 2 * key.length + 3 * unliked.length

/** Responses made from the newest posts, cached until one of these posts changes. Each kind of request has a cache of its own. */
export class Templates {
  readonly #recent: RecentPosts
  readonly #posts: PostReads
  readonly #cursors: Cursors
  readonly #cache = new LRUCache<string, Template>({ maxSize: MAX_CACHED_BYTES, sizeCalculation: sizeOf })
  readonly #counts = cacheCounts('answers', this.#cache)
  readonly #inFlight = new Map<string, Promise<Template | null>>()
  /** Requests that the newest posts cannot answer, or whose response is too large. */
  readonly #declined = new LRUCache<string, true>({ maxSize: MAX_DECLINED_BYTES, sizeCalculation: (_value, key) => 2 * key.length + 1 })
  /** With which posts each was compared last. */
  readonly #seen = new WeakMap<Template, Snapshot>()

  constructor(recent: RecentPosts, { posts, settings }: Pick<Services, 'posts' | 'settings'>) {
    this.#recent = recent
    this.#posts = posts
    this.#cursors = new Cursors(settings.authSecret, FEED)
  }

  /** The cached template, if it is known to be current; null when that takes a query. */
  ready(key: string): Template | null {
    const template = this.#cache.get(key)
    const snapshot = template && this.#recent.fresh()
    if (!snapshot || (snapshot !== this.#seen.get(template) && !this.#isCurrent(template, snapshot))) return null
    this.#counts.hits++
    return template
  }

  #isCurrent(template: Template, snapshot: Snapshot): boolean {
    const current = isCurrent(template, snapshot)
    if (current) this.#seen.set(template, snapshot)
    return current
  }

  /**
   * The template for a request, from the posts as they are now.
   * @param after the cursor in the request, if there is one
   * @returns null when the newest posts alone cannot answer it
   */
  async find(key: string, after: unknown, render: Render): Promise<Template | null> {
    if (key.length > MAX_KEY_LENGTH || this.#declined.has(key)) return null
    const snapshot = await this.#recent.current(false)
    if (!snapshot) return null
    if (typeof after === 'string' && !this.#reaches(snapshot, after)) return null
    const cached = this.#cache.get(key)
    if (cached && this.#isCurrent(cached, snapshot)) {
      this.#counts.hits++
      return cached
    }
    const inFlight = this.#inFlight.get(key)
    // It may be older than what this caller has to see, so that is checked again.
    if (inFlight) return inFlight.then(() => this.find(key, after, render))
    this.#counts.misses++
    const making = this.#make(key, snapshot, render).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, making)
    return making
  }

  async #make(key: string, snapshot: Snapshot, render: Render): Promise<Template | null> {
    const made = await makeTemplate(snapshot, this.#posts, render)
    if (made) this.#cache.set(key, made)
    else this.#declined.set(key, true)
    return made
  }

  /** Most cursors lead far beyond the newest posts: then there is no need to try. */
  #reaches({ posts, complete }: Snapshot, cursor: string): boolean {
    const after = this.#cursors.peek(cursor)
    return complete || (after !== null && uuidFromBytes(after) > (posts.at(-1)?.id ?? ''))
  }
}
