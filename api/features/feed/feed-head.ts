import type { Logger } from 'pino'
import { batched } from '../../batched.ts'
import type { Database } from '../../database/client.ts'
import { texts, uuids } from '../../database/list.ts'
import type { PostList, PostReads } from '../post/post.read.ts'
import { type PostJson, type PostRow, postOf, postTables, postTexts } from '../post/post.row.ts'

/** The newest posts, as they stood at one moment. It never changes: what changes makes another. */
export interface Snapshot {
  /** Newest first; `isLiked` is nobody's. */
  posts: readonly PostRow[]
  /** Whether these are all the posts that there are. */
  complete: boolean
}

/** The newest posts in memory, kept as they are in the database. */
export interface FeedHead {
  /** The snapshot where it can be had at once, which is nearly always. */
  fresh(): Snapshot | null
  /** As of this moment, as far as this process was told; a while without news makes it look for itself. */
  snapshot(): Promise<Snapshot>
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

export const CHANNEL = 'good_vibes'
const EVERYTHING = '*'
const LENGTH = 400
/** Below this a list of a hundred could run out of the head. */
const SHORTEST = 120
/** What a notice may carry: PostgreSQL allows 8,000 bytes. */
const IDS_PER_NOTICE = 100

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

export function createFeedHead({ posts, database, log, publish = async () => false, trust = 450 }: Options): FeedHead {
  const self = crypto.randomUUID()
  let current: Snapshot | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<Snapshot> | null = null
  /** Posts that were read one by one since a load began, which may have read them before: null for those that are gone. */
  const changed = new Map<string, PostRow | null>()
  /** Counts what may have changed of any post, so that a load that began before is not taken for newer. */
  let doubts = 0

  function load(): Promise<Snapshot> {
    loading ??= loadWithChanges().finally(() => {
      loading = null
    })
    return loading
  }

  /** However fast posts change, one load does. */
  async function loadWithChanges(): Promise<Snapshot> {
    for (;;) {
      const [before, began] = [doubts, performance.now()]
      changed.clear()
      const rows = await posts.list({ author: null, after: null, before: null, backwards: false, size: LENGTH, reader: null })
      if (doubts !== before) continue
      const standing = [...changed.values()].filter((row) => row !== null)
      const next = merged({ posts: rows, complete: rows.length < LENGTH }, [...changed.keys()], standing)
      if (!next) continue
      lookedAt = began
      current = withUnchanged(current, next)
      return current
    }
  }

  /** Reads what changed and tells the others, in one statement; one at a time, so that an older row never replaces a newer one. */
  const apply = batched(
    async (some: readonly Change[]) => {
      if (some.some((change) => 'author' in change)) doubts++
      const idsOf = (change: Change) => ('author' in change ? postsOf(change.author) : [change.id])
      const ids = [...new Set(some.flatMap(idsOf))]
      const told = new Set(some.flatMap((change) => (change.tell ? idsOf(change).filter(isInHead) : [])))
      const notices = noticesOf([...told], self)
      const published = await Promise.all(notices.map(publish))
      const rows = await readChanged(
        database,
        ids,
        notices.filter((_notice, index) => !published[index]),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      if (loading) for (const id of ids) changed.set(id, byId.get(id) ?? null)
      if (current) {
        const next = merged(current, ids, rows)
        current = next
        if (!next) void load().catch((err) => log.error({ err }, 'The newest posts could not be read'))
      }
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
  const isInHead = (id: string) => !current || current.complete || id >= (current.posts.at(-1)?.id ?? '')

  return {
    fresh: () => (performance.now() - lookedAt < trust ? current : null),
    async snapshot() {
      if (!current) return load()
      const age = performance.now() - lookedAt
      if (age < trust) return current
      const looking = load()
      if (age >= 2 * trust) return looking
      looking.catch((err) => log.error({ err }, 'The newest posts could not be read'))
      return current
    },
    postChanged: (id) => apply({ id, tell: true }),
    async authorChanged(author) {
      await apply({ author, tell: true })
    },
    async everythingChanged() {
      forget()
      await database.rows`SELECT count(pg_notify(${CHANNEL}, ${`${self} ${EVERYTHING}`}))`
    },
    hear(payload) {
      const [sender, ...ids] = payload.split(' ')
      if (sender === self) return
      if (ids[0] === EVERYTHING) return forget()
      if (!current && !loading) return
      Promise.all(ids.filter(isInHead).map((id) => apply({ id, tell: false }))).catch((err) => {
        log.error({ err }, 'A changed post could not be read')
        forget()
      })
    },
    doubt: forget,
  }
}

function noticesOf(told: readonly string[], self: string): string[] {
  const notices: string[] = []
  for (let at = 0; at < told.length; at += IDS_PER_NOTICE) notices.push([self, ...told.slice(at, at + IDS_PER_NOTICE)].join(' '))
  return notices
}

async function readChanged(database: Database, ids: readonly string[], notices: readonly string[]): Promise<PostRow[]> {
  // A notice that a crash loses is made up for by looking, so its commit need not wait for the disk.
  const [row] = await database.rows<{ posts: PostJson[] | null }>`
    SELECT (SELECT json_agg(${postTexts}) FROM "Post" p ${postTables}
        WHERE p."id" = ANY(${uuids(ids)}) AND p."hiddenAt" IS NULL) AS "posts",
      set_config('synchronous_commit', 'off', true),
      (SELECT count(pg_notify(${CHANNEL}, n)) FROM unnest(${texts(notices)}) n) AS "told"`
  return row?.posts?.map((post) => postOf(post)) ?? []
}

/** The head with some posts as they are now; null when it would become too short to go on with. */
function merged({ posts, complete }: Snapshot, changed: readonly string[], rows: readonly PostRow[]): Snapshot | null {
  const gone = new Set(changed)
  const oldest = complete ? '' : (posts.at(-1)?.id ?? '')
  const next = [...posts.filter(({ id }) => !gone.has(id)), ...rows.filter(({ id }) => id >= oldest)]
  next.sort((a, b) => (a.id < b.id ? 1 : -1))
  if (!complete && next.length < SHORTEST) return null
  return { posts: next.slice(0, LENGTH), complete: complete && next.length <= LENGTH }
}

/** Rows that did not change stay the same objects, so that what was made of them is still of use. */
function withUnchanged(before: Snapshot | null, now: Snapshot): Snapshot {
  if (!before) return now
  const known = new Map(before.posts.map((post) => [post.id, post]))
  return { ...now, posts: now.posts.map((post) => (isSame(known.get(post.id), post) ? (known.get(post.id) ?? post) : post)) }
}

function isSame(a: PostRow | undefined, b: PostRow): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
}

/** Part of the feed from the head; null when the head does not reach that far. */
export function listFrom({ posts, complete }: Snapshot, { author, after, before, backwards, size }: PostList): PostRow[] | null {
  if (author !== null || backwards || before !== null) return null
  const start = after === null ? 0 : posts.findIndex(({ id }) => id < after)
  const found = start < 0 ? [] : posts.slice(start, start + size)
  return found.length === size || complete ? found : null
}
