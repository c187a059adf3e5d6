import type { Services } from '../context.ts'
import { FEED } from '../features/feed/feed.schema.ts'
import type { FeedHead, Snapshot } from '../features/feed/feed-head.ts'
import type { PostReads } from '../features/post/post.read.ts'
import { Cursors, uuidFromBytes } from '../graphql/cursor.ts'
import { remember } from '../remember.ts'
import { cacheCounts } from '../watch/caches.ts'
import { isCurrent, makeTemplate, type Render, type Template } from './template.ts'

const MOST_KEPT = 200

/** The answers that are made from the newest posts, kept for as long as these do not change. */
export class Templates {
  readonly #feed: FeedHead
  readonly #posts: PostReads
  readonly #cursors: Cursors
  readonly #kept = new Map<string, Promise<Template | null>>()
  readonly #ready = new Map<string, Template>()
  readonly #counts = cacheCounts('answers', this.#ready)
  /** With which posts each was compared last. */
  readonly #seen = new WeakMap<Template, Snapshot>()
  /** What was asked lately. */
  readonly #asked = new Map<string, true>()
  /** What has no template. */
  readonly #without = new Map<string, true>()

  constructor({ feed, posts, settings }: Pick<Services, 'feed' | 'posts' | 'settings'>) {
    this.#feed = feed
    this.#posts = posts
    this.#cursors = new Cursors(settings.authSecret, FEED)
  }

  /** The template where it stands and is known to be current; null when it takes a look. */
  ready(key: string): Template | null {
    const template = this.#ready.get(key)
    const snapshot = template && this.#feed.fresh()
    if (!snapshot || (snapshot !== this.#seen.get(template) && !this.#isCurrent(template, snapshot))) return null
    this.#counts.hits++
    return template
  }

  /** Whether the same was asked before, not long ago. */
  isAskedAgain(key: string): boolean {
    if (this.#asked.has(key)) return true
    remember(this.#asked, key, true, MOST_KEPT)
    return false
  }

  #isCurrent(template: Template, snapshot: Snapshot): boolean {
    const current = isCurrent(template, snapshot)
    if (current) this.#seen.set(template, snapshot)
    return current
  }

  /**
   * The template for what is asked for, as the posts stand now.
   * @param after the cursor in what is asked for, if there is one
   * @returns null when it cannot be answered from the newest posts alone
   */
  async find(key: string, after: unknown, render: Render): Promise<Template | null> {
    if (this.#without.has(key)) return null
    const snapshot = await this.#feed.snapshot()
    if (typeof after === 'string' && !this.#reaches(snapshot, after)) return null
    const kept = this.#kept.get(key)
    const template = await kept
    if (template && this.#isCurrent(template, snapshot)) {
      this.#counts.hits++
      return template
    }
    // Whoever comes first makes it anew. The others look whether that is new enough for what they know.
    const latest = this.#kept.get(key)
    if (latest && latest !== kept) return this.find(key, after, render)
    this.#counts.misses++
    const making = makeTemplate(snapshot, this.#posts, render)
    remember(this.#kept, key, making, MOST_KEPT)
    making.then(
      (made) => (made ? remember(this.#ready, key, made, MOST_KEPT) : this.#giveUp(key)),
      () => this.#kept.delete(key),
    )
    return making
  }

  /** Most cursors lead far beyond the newest posts: then there is no need to try. */
  #reaches({ posts, complete }: Snapshot, cursor: string): boolean {
    const after = this.#cursors.peek(cursor)
    return complete || (after !== null && uuidFromBytes(after) > (posts.at(-1)?.id ?? ''))
  }

  /** A page beyond the newest posts never comes back among them, and what is refused once is refused again. */
  #giveUp(key: string) {
    this.#kept.delete(key)
    remember(this.#without, key, true, MOST_KEPT)
  }
}
