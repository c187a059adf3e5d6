import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { batched } from '../../batched.ts'
import type { Database } from '../../database/client.ts'
import { texts, uuids } from '../../database/list.ts'
import type { PostReads } from '../post/post.read.ts'
import { type PostJson, type PostRow, postOf, postTables, postTexts } from '../post/post.row.ts'
import { CHANNEL, type News, numbered, readNotice, textsOf } from './news.ts'
import { NewsCourse } from './news-course.ts'
import { LENGTH, mayHave, merged, type Snapshot, withUnchanged } from './snapshot.ts'

/** The newest posts in memory, kept as they are in the database. */
export interface FeedHead {
  /** The snapshot where it can be had at once, which is nearly always. */
  fresh(): Snapshot | null
  /** As of this moment, as far as this process was told; a while without news makes it look for itself. */
  snapshot(): Promise<Snapshot>
  /** What was told and is not seen yet, `snapshot` waits for. */
  readonly news: NewsCourse
  /**
   * Resolves when what was committed about a post is seen here, and other processes have been told.
   * @returns the post as it is now, its `isLiked` nobody's; null when it is gone
   */
  postChanged(id: string): Promise<PostRow | null>
  /** The same for the posts of a person whose name or picture changed. */
  authorChanged(id: string): Promise<void>
  /** So much was changed, outside of any request, that all is to be read anew everywhere. */
  everythingChanged(): Promise<void>
  /** News of another process. */
  hear(payload: string): void
  /** Something may have been missed. */
  doubt(): void
}

/** Milliseconds. */
const BETWEEN_TRIES = 500

/** A post, or all of an author's, that may have changed. */
type Change = ({ id: string } | { author: string }) & {
  /** Whether other processes do not know yet. */
  tell: boolean
}

interface Options {
  posts: PostReads
  database: Database
  log: Logger
  /** Tells other processes another way than by the database; false when that cannot be done now. */
  publish?: ((payload: string) => Promise<boolean>) | undefined
  /** For how long it is trusted without news, in milliseconds. Nobody sees what is older than twice that. */
  trust?: number
}

export function createFeedHead({ posts, database, log, publish, trust = 450 }: Options): FeedHead {
  const self = crypto.randomUUID()
  let current: Snapshot | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<Snapshot> | null = null
  /** Posts that were read one by one since a load began, which may have read them before: null for those that are gone. */
  const changed = new Map<string, PostRow | null>()
  /** Posts that are being read one by one. */
  let applying: readonly string[] = []
  /** Counts what may have changed of any post, so that a load that began before is not taken for newer. */
  let doubts = 0
  const course = new NewsCourse(database)
  /** Whether it could not be told of a change. */
  let isOwing = false

  function load(): Promise<Snapshot> {
    loading ??= loadWithChanges().finally(() => {
      loading = null
    })
    return loading
  }

  function loadUnasked() {
    load().catch((err) => log.error({ err }, 'The newest posts could not be read'))
  }

  /** However fast posts change, one load does. */
  async function loadWithChanges(): Promise<Snapshot> {
    for (;;) {
      if (course.known === 0) await course.ask()
      const [before, began, upTo] = [doubts, performance.now(), course.known]
      changed.clear()
      const overtaken = applying
      const rows = await posts.list({ author: null, after: null, before: null, backwards: false, size: LENGTH, reader: null })
      // What was being read one by one when this began may be older than this.
      await Promise.all(overtaken.map((id) => apply({ id, tell: false })))
      if (doubts !== before) continue
      const standing = [...changed.values()].filter((row) => row !== null)
      const next = merged({ posts: rows, complete: rows.length < LENGTH }, [...changed.keys()], standing)
      if (!next) continue
      lookedAt = began
      current = withUnchanged(current, next)
      course.seeAllUpTo(upTo)
      return current
    }
  }

  /** Reads what changed and tells the others, in one statement; one at a time, so that an older row never replaces a newer one. */
  const apply = batched(
    async (some: readonly Change[]) => {
      if (some.some((change) => 'author' in change)) doubts++
      const ids = [...new Set(some.flatMap((change) => ('author' in change ? postsOf(change.author) : [change.id])))]
      const news = textsOf(self, newsOf(some))
      applying = ids
      const { rows, numbers } = await readChanged(database, ids, news, !publish)
        .catch((error: unknown) => {
          if (news.length > 0) void tellLater()
          throw error
        })
        .finally(() => {
          applying = []
        })
      const byId = new Map(rows.map((row) => [row.id, row]))
      if (loading) for (const id of ids) changed.set(id, byId.get(id) ?? null)
      if (current) {
        const next = merged(current, ids, rows)
        current = next
        if (!next) loadUnasked()
      }
      for (const number of numbers) course.see(number)
      if (publish) await publishAll(numbers.map((number, index) => `${number} ${news[index]}`))
      return some.map((change) => ('id' in change && byId.get(change.id)) || null)
    },
    { name: 'feed.change', atOnce: 1, size: 64 },
  )

  function forget() {
    doubts++
    current = null
  }

  /** Asked for when no post is being read, so that one whose row was just read with its author's old name is among them. */
  const postsOf = (author: string) => (current?.posts ?? []).flatMap((post) => (post.author.id === author ? post.id : []))

  /** What others have to know of some changes. */
  function newsOf(some: readonly Change[]): News {
    const posts = new Set<string>()
    const authors = new Set<string>()
    for (const change of some) {
      if (!change.tell) continue
      if ('author' in change) authors.add(change.author)
      else if (!current || mayHave(current, change.id)) posts.add(change.id)
    }
    return { posts: [...posts], authors: [...authors], everything: false }
  }

  /** What cannot be told that way, the database tells. */
  async function publishAll(notices: readonly string[]) {
    const published = await Promise.all(notices.map((notice) => publish?.(notice)))
    const left = notices.filter((_notice, index) => !published[index])
    if (left.length > 0) await database.rows`SELECT count(pg_notify(${CHANNEL}, n)) FROM unnest(${texts(left)}) n`
  }

  async function everythingChanged(): Promise<void> {
    forget()
    const news = textsOf(self, { posts: [], authors: [], everything: true })
    const { numbers } = await readChanged(database, [], news, true)
    for (const number of numbers) course.see(number)
  }

  /** What could not be told when it was changed, others are not to believe they know for longer than that takes. */
  async function tellLater(): Promise<void> {
    forget()
    if (isOwing) return
    isOwing = true
    for (let isTold = false; !isTold; ) {
      await setTimeout(BETWEEN_TRIES, undefined, { ref: false })
      isTold = await everythingChanged().then(
        () => true,
        () => false,
      )
    }
    isOwing = false
  }

  async function take({ posts: ids, authors, everything }: News): Promise<void> {
    if (everything) return forget()
    if (!current && !loading) return
    try {
      await Promise.all([...ids.map((id) => apply({ id, tell: false })), ...authors.map((author) => apply({ author, tell: false }))])
    } catch (err) {
      log.error({ err }, 'A changed post could not be read')
      forget()
    }
  }

  return {
    news: course,
    fresh: () => (course.known <= course.seen && performance.now() - lookedAt < trust ? current : null),
    async snapshot() {
      await course.catchUp(() => current !== null, load)
      if (!current) return load()
      const age = performance.now() - lookedAt
      if (age < trust) return current
      if (age >= 2 * trust) return load()
      loadUnasked()
      return current
    },
    postChanged: (id) => apply({ id, tell: true }),
    async authorChanged(author) {
      await apply({ author, tell: true })
    },
    everythingChanged,
    hear(payload) {
      const { number, sender, news } = readNotice(payload)
      if (sender !== self) void take(news).then(() => course.see(number))
    },
    doubt() {
      forget()
      course.doubt()
      // Until they are read again, it is not known which news are seen.
      loadUnasked()
    },
  }
}

/** @param byDatabase whether it is the database that tells the others */
async function readChanged(
  database: Database,
  ids: readonly string[],
  news: readonly string[],
  byDatabase: boolean,
): Promise<{ rows: PostRow[]; numbers: number[] }> {
  // A notice that a crash loses is made up for by looking, so its commit need not wait for the disk.
  const [row] = await database.rows<{ posts: PostJson[] | null; numbers: number[] | null }>`
    SELECT (SELECT json_agg(${postTexts}) FROM "Post" p ${postTables}
        WHERE p."id" = ANY(${uuids(ids)}) AND p."hiddenAt" IS NULL) AS "posts",
      set_config('synchronous_commit', 'off', true), told.* FROM (${numbered(news, byDatabase)}) told`
  return { rows: row?.posts?.map((post) => postOf(post)) ?? [], numbers: row?.numbers ?? [] }
}
