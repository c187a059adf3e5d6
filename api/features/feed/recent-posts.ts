import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'
import type { Texts } from '#api/database/text-columns.ts'
import { isUnavailable } from '#api/database/unavailable.ts'
import { singleFlight } from '#api/lib/single-flight.ts'
import type { Change, Changes } from '#api/live/changes.ts'
import type { PostReads } from '../post/post.read.ts'
import { type PostRow, postJoins, postTexts, toPostRow } from '../post/post.row.ts'
import { noneHidden } from '../visibility/can-see.ts'
import { covers, MAX_POSTS, mergeChanges, nextNewcomerEnd, type Snapshot } from './snapshot.ts'

/** Anonymous readers accept posts of this age without a round trip to the change feed. */
const MAX_AGE_MS = 800
/** With more pending changes, reading all posts again is cheaper. */
const MAX_PENDING_CHANGES = 1_000

interface Options {
  posts: PostReads
  database: Database
  changes: Changes
  /** Whether callers can read from a replica while the database cannot be reached. */
  hasReplicas?: boolean
  /** Milliseconds. */
  maxAgeMs?: number | undefined
}

/** A cache of the newest posts, invalidated by the change feed. */
export class RecentPostsCache {
  readonly #posts: PostReads
  readonly #database: Database
  readonly #changes: Changes
  readonly #hasReplicas: boolean
  readonly #maxAgeMs: number
  #snapshot: Snapshot | null = null
  /**
   * When the snapshot becomes stale by itself, in milliseconds since 1970: a hidden post comes
   * back, or a newcomer's post becomes older. No change announces it.
   */
  #completeUntil = Number.POSITIVE_INFINITY
  #isRefreshing = false
  #resets = 0
  readonly #changedPostIds = new Set<string>()
  readonly #changedAuthorIds = new Set<string>()

  constructor({ posts, database, changes, hasReplicas = false, maxAgeMs = MAX_AGE_MS }: Options) {
    this.#posts = posts
    this.#database = database
    this.#changes = changes
    this.#hasReplicas = hasReplicas
    this.#maxAgeMs = maxAgeMs
    changes.subscribe((change) => this.#invalidate(change))
  }

  /** Returns a snapshot for anonymous callers without waiting; null when it is stale. */
  getIfFresh(): Snapshot | null {
    return this.#isValid && this.#changes.ageMs() < this.#maxAgeMs ? this.#snapshot : null
  }

  /**
   * Refreshes the snapshot if it is stale.
   * @param freshness `latest` includes every change committed before the call, as viewers expect;
   * `recent` may be a second old
   * @returns null while the change feed is disconnected, or the database while there are replicas
   */
  async get(freshness: 'latest' | 'recent'): Promise<Snapshot | null> {
    if (freshness === 'latest' || this.#changes.ageMs() >= this.#maxAgeMs) {
      try {
        await this.#changes.sync()
      } catch {
        return null
      }
    }
    try {
      if (!this.#isValid) await this.#refresh()
    } catch (error) {
      if (this.#hasReplicas && isUnavailable(error)) return null
      throw error
    }
    return this.#snapshot
  }

  /** The UUID of the oldest cached post; null for an empty cache. */
  get oldestId(): string | null {
    return this.#snapshot?.posts.at(-1)?.id ?? null
  }

  /** Whether the cache may have posts older than the given one. */
  mayReachBeyond(id: string): boolean {
    return this.#snapshot === null || this.#snapshot.isComplete || id > (this.oldestId ?? '')
  }

  get #isValid(): boolean {
    return (
      this.#snapshot !== null &&
      Date.now() < this.#completeUntil &&
      !this.#isRefreshing &&
      this.#changedPostIds.size === 0 &&
      this.#changedAuthorIds.size === 0
    )
  }

  #invalidate(change: Change) {
    if (change.kind === 'post') for (const id of change.ids) this.#changedPostIds.add(id)
    if (change.kind === 'user') for (const id of change.ids) this.#changedAuthorIds.add(id)
    const pending = this.#changedPostIds.size + this.#changedAuthorIds.size
    if (change.kind === 'reset' || pending > MAX_PENDING_CHANGES) this.#reset()
  }

  #reset() {
    this.#snapshot = null
    this.#resets++
    this.#changedPostIds.clear()
    this.#changedAuthorIds.clear()
  }

  /** Single-flight, so an older row never replaces a newer one. */
  readonly #refresh = singleFlight(async () => {
    this.#isRefreshing = true
    try {
      const resets = this.#resets
      const next = await this.#readChanges(this.#snapshot)
      this.#completeUntil = Math.min(this.#completeUntil, nextNewcomerEnd(next, Date.now()))
      // Rows from before a reset may be stale.
      if (resets === this.#resets) this.#snapshot = next
    } catch (error) {
      this.#reset()
      throw error
    } finally {
      this.#isRefreshing = false
    }
  })

  async #readChanges(previous: Snapshot | null): Promise<Snapshot> {
    if (Date.now() >= this.#completeUntil) previous = null
    const ids = previous && this.#changedIdsIn(previous)
    // Changes from here on belong to the next refresh.
    this.#changedPostIds.clear()
    this.#changedAuthorIds.clear()
    if (previous && ids?.length === 0) return previous
    const merged = previous && ids && mergeChanges(previous, ids, await this.#readPosts(ids))
    return merged ?? this.#readAll()
  }

  async #readAll(): Promise<Snapshot> {
    // SQL: the time of the database counts. Served by Post_hiddenUntil_idx.
    const [next] = await this.#database.rows<{ until: number | null }>`
      SELECT (extract(epoch FROM min("hiddenUntil")) * 1000)::float8 AS "until" FROM "Post"
      WHERE "hiddenUntil" > now()`
    this.#completeUntil = next?.until ?? Number.POSITIVE_INFINITY
    const posts = await this.#posts.list({
      list: 'feed',
      of: null,
      after: null,
      before: null,
      backwards: false,
      size: MAX_POSTS,
      viewerId: null,
      hidden: noneHidden,
    })
    return { posts, isComplete: posts.length < MAX_POSTS }
  }

  #changedIdsIn(snapshot: Snapshot): string[] {
    const byAuthor = snapshot.posts.flatMap(({ id, author }) =>
      this.#changedAuthorIds.has(author.id) ? id : [],
    )
    const covered = [...this.#changedPostIds].filter((id) => covers(snapshot, id))
    return [...new Set([...byAuthor, ...covered])]
  }

  async #readPosts(ids: readonly string[]): Promise<PostRow[]> {
    // SQL: hot: only the changed posts, with the columns of a list.
    const [row] = await this.#database.rows<{ posts: Texts[] | null; until: number | null }>`
      SELECT json_agg(${postTexts}) AS "posts",
        (SELECT (extract(epoch FROM min("hiddenUntil")) * 1000)::float8 FROM "Post"
          WHERE "id" = ANY(${uuids(ids)}) AND "hiddenUntil" > now()) AS "until"
      FROM listed_posts(NULL) p ${postJoins} WHERE p."id" = ANY(${uuids(ids)})`
    this.#completeUntil = Math.min(this.#completeUntil, row?.until ?? Number.POSITIVE_INFINITY)
    return row?.posts?.map((post) => toPostRow(post)) ?? []
  }
}

declare module '#api/context.ts' {
  interface Services {
    /** Null in a process without the change feed. */
    recentPosts: RecentPostsCache | null
  }
}
