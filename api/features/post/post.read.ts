import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { integers, uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import type { Texts } from '#api/database/text-columns.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import type { HiddenUsers } from '../visibility/can-see.ts'
import { type PostRow, postJoins, postTexts, toPostRow } from './post.row.ts'
import { type PostList, postLists } from './post-lists.ts'
import { type ViewerPostsTuple, viewerPosts, viewerPostsSql } from './post-viewer-state.ts'

/** A part of a list of posts. All ids are UUIDs. */
export interface PostListQuery {
  list: PostList
  /** The author or the thread of the list; null for lists by everyone. */
  of: string | null
  /** Only posts beyond this one, in the order of the list. */
  after: string | null
  /** Only posts up to this one, in the order of the list. */
  before: string | null
  /** Counts from the end of the list. */
  backwards: boolean
  size: number
  viewerId: string | null
  /** The same as the database knows of the viewer. */
  hidden: HiddenUsers
}

interface PostKey {
  id: string
  viewerId: string | null
}

/** Reads posts with author, picture and the viewer's state, in batches. Skips hidden posts. */
export interface PostReads {
  /** Returns the posts in page order. */
  list(query: PostListQuery): Promise<PostRow[]>
  /** Null if there is no such post. */
  byId(id: string, viewerId: string | null): Promise<PostRow | null>
}

/** The largest page, and one row that shows whether another page follows. */
const MAX_ROWS = limits.pageSize.max + 1
/** Two statements keep the database busy while this process handles the rows of a third. */
const listBatchOptions = { name: 'post.list', concurrency: 3, maxBatchSize: 8 }
/** As many ids as one operation can contain. */
const idBatchOptions = { name: 'post.one', concurrency: 2, maxBatchSize: 100 }

export const postReads = perDatabase((database: QueryClient): PostReads => {
  const batchers = new Map<string, (query: PostListQuery) => Promise<PostRow[]>>()
  const byId = createBatcher(
    (keys: readonly PostKey[]) => readByIds(database, keys),
    idBatchOptions,
  )
  return {
    list(query) {
      // One batcher for each shape of statement; everything else is a parameter.
      const shape = `${query.list} ${query.backwards} ${plannedRows(query)}`
      let read = batchers.get(shape)
      if (!read) {
        const sql = listSql(query)
        read = createBatcher(
          (queries: readonly PostListQuery[]) => readLists(database, sql, queries),
          listBatchOptions,
        )
        batchers.set(shape, read)
      }
      return read(query)
    },
    byId: (id, viewerId) => byId({ id, viewerId }),
  }
})

/** A constant LIMIT for the planner. All pages share one, so they share a statement. */
function plannedRows({ size }: PostListQuery): number {
  return Math.max(size, MAX_ROWS)
}

/**
 * Builds the part of the statement that depends on the shape of the query.
 * The planner needs the order and the number of rows as constants.
 */
function listSql(query: PostListQuery) {
  const { posts, condition, outerJoin, rowJoins, isOldestFirst } = postLists[query.list]
  const order = Prisma.raw(query.backwards === isOldestFirst ? 'DESC' : 'ASC')
  const maxRows = Prisma.raw(String(plannedRows(query)))
  return Prisma.sql`
    ${outerJoin}
    CROSS JOIN LATERAL (
      SELECT json_agg(f."post") AS "posts", array_agg(f."id") AS "ids" FROM (
        SELECT p."id", ${postTexts} AS "post"
        FROM (SELECT * FROM (
          SELECT * FROM ${posts}(q."viewerId") p
          WHERE p."id" < q."below" AND p."id" > q."above" ${condition}
          ORDER BY p."id" ${order} LIMIT q."size") p LIMIT ${maxRows}) p
        ${rowJoins} ORDER BY p."id" ${order}) f) page
    ORDER BY q."index"`
}

async function readLists(
  database: QueryClient,
  sql: Prisma.Sql,
  queries: readonly PostListQuery[],
): Promise<PostRow[][]> {
  const state = viewerPostsSql(Prisma.sql`q."viewerId"`, Prisma.sql`f."postId" = ANY(page."ids")`)
  const bounds = queries.map(boundsOf)
  // SQL: set-based and hot (bench feed-deep, profile): one statement for a batch of pages.
  const rows = await database.rows<{ posts: Texts[] | null; state: ViewerPostsTuple }>`
    SELECT page."posts", ${state} AS "state" FROM unnest(
      ${uuids(queries.map(({ of }) => of))},
      ${uuids(bounds.map(({ below }) => below ?? MAX_UUID))},
      ${uuids(bounds.map(({ above }) => above ?? NIL_UUID))},
      ${uuids(queries.map(({ viewerId }) => viewerId))},
      ${integers(queries.map(({ size }) => size))}
    ) WITH ORDINALITY q("of", "below", "above", "viewerId", "size", "index") ${sql}`
  return rows.map(({ posts, state }) => {
    const ofViewer = viewerPosts(state)
    return posts?.map((post) => toPostRow(post, ofViewer)) ?? []
  })
}

function boundsOf({ list, after, before }: PostListQuery) {
  return postLists[list].isOldestFirst
    ? { above: after, below: before }
    : { above: before, below: after }
}

async function readByIds(
  database: QueryClient,
  keys: readonly PostKey[],
): Promise<(PostRow | null)[]> {
  const ids = keys.map(({ id }) => id)
  const viewerIds = keys.map(({ viewerId }) => viewerId)
  const state = viewerPostsSql(Prisma.sql`k."viewerId"`, Prisma.sql`f."postId" = p."id"`)
  // SQL: set-based: one statement for a batch of lookups.
  const rows = await database.rows<{ index: string; post: Texts; state: ViewerPostsTuple }>`
    SELECT k."index", to_json(${postTexts}) AS "post", ${state} AS "state"
    FROM unnest(${uuids(ids)}, ${uuids(viewerIds)}) WITH ORDINALITY k("id", "viewerId", "index")
    JOIN visible_posts(k."viewerId") p ON p."id" = k."id" ${postJoins}`
  const posts: (PostRow | null)[] = keys.map(() => null)
  for (const { index, post, state } of rows)
    posts[Number(index) - 1] = toPostRow(post, viewerPosts(state))
  return posts
}

declare module '#api/context.ts' {
  interface Reads {
    posts: PostReads
  }
}
