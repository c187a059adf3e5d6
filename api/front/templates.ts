import type { Services } from '../context.ts'
import { FEED } from '../features/feed/feed.schema.ts'
import type { FeedHead } from '../features/feed/feed-head.ts'
import type { Snapshot } from '../features/feed/snapshot.ts'
import type { PostReads } from '../features/post/post.read.ts'
import type { SearchReads } from '../features/search/search.read.ts'
import { Cursors, uuidFromBytes } from '../graphql/cursor.ts'
import { remember } from '../remember.ts'
import { cacheCounts } from '../watch/caches.ts'
import { isCurrent, makeTemplate, type Render, type Template } from './template.ts'

const MOST_KEPT = 200

/** Whether no older post matches better than what a template shows. */
interface Proof {
  /** The newest posts at the time when it was asked for: as soon as there are others, it is asked for again. */
  snapshot: Snapshot
  holds: Promise<boolean>
  isKnown: boolean
}

/** The answers that are made from the newest posts, kept for as long as these do not change. */
export class Templates {
  readonly #feed: FeedHead
  readonly #posts: PostReads
  readonly #search: SearchReads
  readonly #cursors: Cursors
  readonly #kept = new Map<string, Promise<Template | null>>()
  readonly #ready = new Map<string, Template>()
  readonly #counts = cacheCounts('answers', this.#ready)
  /** With which posts each was compared last. */
  readonly #seen = new WeakMap<Template, Snapshot>()
  readonly #proofs = new WeakMap<Template, Proof>()
  /** What was asked lately. */
  readonly #asked = new Map<string, true>()
  /** What has no template. */
  readonly #without = new Map<string, true>()

  constructor({ feed, posts, reads, settings }: Pick<Services, 'feed' | 'posts' | 'reads' | 'settings'>) {
    this.#feed = feed
    this.#posts = posts
    this.#search = reads.search
    this.#cursors = new Cursors(settings.authSecret, FEED)
  }

  /** The template where it stands and is known to be current; null when it takes a look. */
  ready(key: string): Template | null {
    const template = this.#ready.get(key)
    const snapshot = template && this.#feed.fresh()
    if (!snapshot || (snapshot !== this.#seen.get(template) && !this.#isCurrent(template, snapshot))) return null
    if (template.unless.length > 0 && !this.#isProven(template, snapshot)) return null
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
      return this.#unlessOutdone(key, template, snapshot)
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
    const made = await making
    return made && this.#unlessOutdone(key, made, snapshot)
  }

  /** Null where an older post matches better than what the template shows. */
  async #unlessOutdone(key: string, template: Template, snapshot: Snapshot): Promise<Template | null> {
    if (template.unless.length === 0 || (await this.#prove(template, snapshot))) return template
    this.#giveUp(key)
    return null
  }

  #isProven(template: Template, snapshot: Snapshot): boolean {
    const proof = this.#proofs.get(template)
    return proof?.snapshot === snapshot && proof.isKnown
  }

  /** All who want to know it of the same posts share the question. */
  #prove(template: Template, snapshot: Snapshot): Promise<boolean> {
    const latest = this.#proofs.get(template)
    if (latest?.snapshot === snapshot) return latest.holds
    const asked = Promise.all(template.unless.map((wanted) => this.#search.any(wanted)))
    const proof: Proof = { snapshot, holds: asked.then((found) => !found.includes(true)), isKnown: false }
    this.#proofs.set(template, proof)
    proof.holds.then(
      (holds) => {
        proof.isKnown = holds
      },
      () => this.#proofs.delete(template),
    )
    return proof.holds
  }

  /** Most cursors lead far beyond the newest posts: then there is no need to try. */
  #reaches({ posts, complete }: Snapshot, cursor: string): boolean {
    const after = this.#cursors.peek(cursor)
    return complete || (after !== null && uuidFromBytes(after) > (posts.at(-1)?.id ?? ''))
  }

  /** A page beyond the newest posts never comes back among them, and what is refused once is refused again. */
  #giveUp(key: string) {
    this.#kept.delete(key)
    this.#ready.delete(key)
    remember(this.#without, key, true, MOST_KEPT)
  }
}
