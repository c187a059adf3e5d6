import type { FeedHead } from '../features/feed/feed-head.ts'
import type { PostReads } from '../features/post/post.read.ts'
import { remember } from './remember.ts'
import { isCurrent, makeTemplate, type Render, type Template } from './template.ts'

/** The answers that are made from the newest posts, kept for as long as these do not change. */
export class Templates {
  readonly #feed: FeedHead
  readonly #posts: PostReads
  readonly #kept = new Map<string, Promise<Template | null>>()
  /** What has no template. */
  readonly #without = new Map<string, true>()

  constructor(feed: FeedHead, posts: PostReads) {
    this.#feed = feed
    this.#posts = posts
  }

  /**
   * The template for what is asked for, as the posts stand now.
   * @returns null when it cannot be answered from the newest posts alone
   */
  async find(key: string, render: Render): Promise<Template | null> {
    if (this.#without.has(key)) return null
    const snapshot = await this.#feed.snapshot()
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

  /** A page beyond the newest posts never comes back among them, and what is refused once is refused again. */
  #give(key: string) {
    this.#kept.delete(key)
    remember(this.#without, key, true)
  }
}
