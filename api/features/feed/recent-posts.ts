import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'
import { singleFlight } from '#api/lib/single-flight.ts'
import type { Change, Changes } from '#api/live/changes.ts'
import type { PostReads } from '../post/post.read.ts'
import { type PostJson, type PostRow, postOf, postTables, postTexts } from '../post/post.row.ts'
import { LENGTH, mayHave, merged, type Snapshot } from './snapshot.ts'

/** Milliseconds for which anonymous readers are answered without another round trip to the change feed. */
const MAX_AGE = 800
/** With more changes than this waiting, everything is read again. */
const MAX_WAITING = 1_000

interface Options {
  posts: PostReads
  database: Database
  changes: Changes
  maxAge?: number | undefined
}

/** A cache of the newest posts, invalidated by the change feed. */
export class RecentPosts {
  readonly #posts: PostReads
  readonly #database: Database
  readonly #changes: Changes
  readonly #maxAge: number
  #snapshot: Snapshot | null = null
  #isRefreshing = false
  #resets = 0
  readonly #changedPosts = new Set<string>()
  readonly #changedAuthors = new Set<string>()

  constructor({ posts, database, changes, maxAge = MAX_AGE }: Options) {
    this.#posts = posts
    this.#database = database
    this.#changes = changes
    this.#maxAge = maxAge
    changes.subscribe((change) => this.#invalidate(change))
  }

  /** The newest posts for an anonymous reader, where they can be had without waiting: at most a second old. */
  fresh(): Snapshot | null {
    return this.#isCurrent && this.#changes.age() < this.#maxAge ? this.#snapshot : null
  }

  /**
   * The newest posts with every change that was committed before the call, for a viewer, or at most a second old, for anonymous readers.
   * @returns null while changes cannot be heard: the database has to be read
   */
  async current(isForViewer: boolean): Promise<Snapshot | null> {
    if (isForViewer || this.#changes.age() >= this.#maxAge) {
      try {
        await this.#changes.sync()
      } catch {
        return null
      }
    }
    if (!this.#isCurrent) await this.#refresh()
    return this.#snapshot
  }

  /** The UUID of the oldest post in memory; null while there is none. */
  get oldest(): string | null {
    return this.#snapshot?.posts.at(-1)?.id ?? null
  }

  /** Whether the posts after one may be among the newest. */
  mayReach(id: string): boolean {
    return (
      this.#snapshot === null ||
      this.#snapshot.complete ||
      id > (this.#snapshot.posts.at(-1)?.id ?? '')
    )
  }

  get #isCurrent(): boolean {
    return (
      this.#snapshot !== null &&
      !this.#isRefreshing &&
      this.#changedPosts.size === 0 &&
      this.#changedAuthors.size === 0
    )
  }

  #invalidate(change: Change) {
    if (change.kind === 'post') for (const id of change.ids) this.#changedPosts.add(id)
    if (change.kind === 'user') for (const id of change.ids) this.#changedAuthors.add(id)
    if (
      change.kind === 'reset' ||
      this.#changedPosts.size + this.#changedAuthors.size > MAX_WAITING
    )
      this.#reset()
  }

  #reset() {
    this.#snapshot = null
    this.#resets++
    this.#changedPosts.clear()
    this.#changedAuthors.clear()
  }

  /** One at a time, and begun after the call, so that an older row never replaces a newer one. */
  readonly #refresh = singleFlight(async () => {
    this.#isRefreshing = true
    try {
      const resets = this.#resets
      const next = await this.#readChanges(this.#snapshot)
      // What was read may be older than a reset.
      if (resets === this.#resets) this.#snapshot = next
    } catch (error) {
      this.#reset()
      throw error
    } finally {
      this.#isRefreshing = false
    }
  })

  async #readChanges(before: Snapshot | null): Promise<Snapshot> {
    const ids = before && this.#changedAmong(before)
    // What changes from now on is read the next time.
    this.#changedPosts.clear()
    this.#changedAuthors.clear()
    if (before && ids?.length === 0) return before
    const next = before && ids && merged(before, ids, await this.#read(ids))
    if (next) return next
    const rows = await this.#posts.list({
      author: null,
      after: null,
      before: null,
      backwards: false,
      size: LENGTH,
      reader: null,
    })
    return { posts: rows, complete: rows.length < LENGTH }
  }

  #changedAmong(snapshot: Snapshot): string[] {
    const byAuthor = snapshot.posts.flatMap(({ id, author }) =>
      this.#changedAuthors.has(author.id) ? id : [],
    )
    return [
      ...new Set([...byAuthor, ...[...this.#changedPosts].filter((id) => mayHave(snapshot, id))]),
    ]
  }

  async #read(ids: readonly string[]): Promise<PostRow[]> {
    // SQL: hot: the posts that changed, with the columns of a list's.
    const [row] = await this.#database.rows<{ posts: PostJson[] | null }>`
      SELECT json_agg(${postTexts}) AS "posts" FROM "Post" p ${postTables} WHERE p."id" = ANY(${uuids(ids)}) AND p."hiddenAt" IS NULL`
    return row?.posts?.map((post) => postOf(post)) ?? []
  }
}

declare module '#api/context.ts' {
  interface Services {
    /** Null in a process that does not follow the change feed. */
    recent: RecentPosts | null
  }
}
