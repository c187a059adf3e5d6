import type { Services } from '../context.ts'
import { FEED } from '../features/feed/feed.schema.ts'
import type { FeedHead, Snapshot } from '../features/feed/feed-head.ts'
import type { PostReads } from '../features/post/post.read.ts'
import { Cursors, uuidFromBytes } from '../graphql/cursor.ts'
import { remember } from './remember.ts'
import { isCurrent, makeTemplate, type Render, type Template } from './template.ts'

/** The answers that are made from the newest posts, kept for as long as these do not change. */
export class Templates {
  readonly #feed: FeedHead
  readonly #posts: PostReads
  readonly #cursors: Cursors
  readonly #kept = new Map<string, Promise<Template | null>>()
  /** What has no template. */
  readonly #without = new Map<string, true>()

  constructor({ feed, posts, settings }: Pick<Services, 'feed' | 'posts' | 'settings'>) {
    this.#feed = feed
    this.#posts = posts
    this.#cursors = new Cursors(settings.authSecret, FEED)
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
    if (template && isCurrent(template, snapshot)) return template
    // Whoever comes first makes it anew, and the others wait for that.
    const latest = this.#kept.get(key)
    if (latest && latest !== kept) return latest
    const making = makeTemplate(snapshot, this.#posts, render)
    remember(this.#kept, key, making)
    making.then(
      (made) => made ?? this.#give(key),
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
  #give(key: string) {
    this.#kept.delete(key)
    remember(this.#without, key, true)
  }
}
