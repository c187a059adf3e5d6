import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { integers, uuids } from '#api/database/list.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import {
  likedAmong,
  mediaJoin,
  type PostRow,
  type PostTuple,
  postJoins,
  postTuple,
  toPostRow,
} from './post.row.ts'

/** A part of a list of posts, newest first. All ids are UUIDs. */
export interface PostListQuery {
  /** Null for all authors. */
  authorId: string | null
  /** Only posts older than this one. */
  after: string | null
  /** Only posts newer than this one. */
  before: string | null
  /** Counts from the oldest post instead of the newest. */
  backwards: boolean
  size: number
  viewerId: string | null
}

interface PostKey {
  id: string
  viewerId: string | null
}

/** Reads posts with their author, picture and the viewer's like, in batches. Skips hidden posts. */
export interface PostReads {
  /** Returns the posts in the order of counting. */
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

export function createPostReads(database: QueryClient): PostReads {
  const batchers = new Map<string, (query: PostListQuery) => Promise<PostRow[]>>()
  const byId = createBatcher(
    (keys: readonly PostKey[]) => readByIds(database, keys),
    idBatchOptions,
  )
  return {
    list(query) {
      // One batcher for each shape of statement; everything else is a parameter.
      const shape = `${query.authorId === null} ${query.backwards} ${plannedRows(query)}`
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
}

/** A constant LIMIT for the planner. All pages share one, so they share a statement. */
function plannedRows({ size }: PostListQuery): number {
  return Math.max(size, MAX_ROWS)
}

/**
 * Builds the part of the statement that depends on the shape of the query.
 * The planner needs the order and the number of rows as constants.
 */
function listSql(query: PostListQuery) {
  const { authorId, backwards } = query
  const isByAuthor = authorId !== null
  const authorCondition = isByAuthor ? Prisma.sql`AND p."authorId" = q."authorId"` : Prisma.empty
  // A list by one author looks the author up once instead of for each post.
  const [outerJoin, rowJoins] = isByAuthor
    ? [Prisma.sql`LEFT JOIN "User" a ON a."id" = q."authorId"`, mediaJoin]
    : [Prisma.empty, postJoins]
  const order = Prisma.raw(backwards ? 'ASC' : 'DESC')
  const maxRows = Prisma.raw(String(plannedRows(query)))
  return Prisma.sql`
    ${outerJoin}
    CROSS JOIN LATERAL (
      SELECT json_agg(f."post") AS "posts", array_agg(f."id") AS "ids" FROM (
        SELECT p."id", ${postTuple} AS "post"
        FROM (SELECT * FROM (
          SELECT * FROM "Post" p WHERE p."hiddenAt" IS NULL ${authorCondition}
            AND p."id" < q."after" AND p."id" > q."before"
          ORDER BY p."id" ${order} LIMIT q."size") p LIMIT ${maxRows}) p
        ${rowJoins} ORDER BY p."id" ${order}) f) page
    ORDER BY q."index"`
}

async function readLists(
  database: QueryClient,
  sql: Prisma.Sql,
  queries: readonly PostListQuery[],
): Promise<PostRow[][]> {
  const likes = likedAmong(Prisma.sql`q."viewerId"`, Prisma.sql`page."ids"`)
  // SQL: set-based and hot (bench feed-deep, profile): one statement for a batch of pages.
  const rows = await database.rows<{ posts: PostTuple[] | null; likes: string[] | null }>`
    SELECT page."posts", ${likes} AS "likes" FROM unnest(
      ${uuids(queries.map(({ authorId }) => authorId))},
      ${uuids(queries.map(({ after }) => after ?? MAX_UUID))},
      ${uuids(queries.map(({ before }) => before ?? NIL_UUID))},
      ${uuids(queries.map(({ viewerId }) => viewerId))},
      ${integers(queries.map(({ size }) => size))}
    ) WITH ORDINALITY q("authorId", "after", "before", "viewerId", "size", "index") ${sql}`
  return rows.map(
    ({ posts, likes }) => posts?.map((post) => toPostRow(post, likes?.includes(post[0]))) ?? [],
  )
}

async function readByIds(
  database: QueryClient,
  keys: readonly PostKey[],
): Promise<(PostRow | null)[]> {
  const ids = keys.map(({ id }) => id)
  const viewerIds = keys.map(({ viewerId }) => viewerId)
  // SQL: set-based: one statement for a batch of lookups.
  const rows = await database.rows<{ index: string; post: PostTuple; isLiked: boolean }>`
    SELECT k."index", to_json(${postTuple}) AS "post",
      EXISTS (
        SELECT FROM "Like" l WHERE l."userId" = k."viewerId" AND l."postId" = p."id") AS "isLiked"
    FROM unnest(${uuids(ids)}, ${uuids(viewerIds)}) WITH ORDINALITY k("id", "viewerId", "index")
    JOIN "Post" p ON p."id" = k."id" AND p."hiddenAt" IS NULL ${postJoins}`
  const posts: (PostRow | null)[] = keys.map(() => null)
  for (const { index, post, isLiked } of rows) posts[Number(index) - 1] = toPostRow(post, isLiked)
  return posts
}

/** Reads from a replica, except for the newest page, which the primary's cache has fresher. */
export function withNewestFromPrimary(replica: PostReads, primary: PostReads): PostReads {
  const isNewestPage = ({ authorId, after, before, backwards }: PostListQuery) =>
    authorId === null && after === null && before === null && !backwards
  return {
    list: (query) => (isNewestPage(query) ? primary : replica).list(query),
    byId: replica.byId,
  }
}

declare module '#api/context.ts' {
  interface Reads {
    posts: PostReads
  }
  interface Services {
    /** Reads the primary. */
    posts: PostReads
  }
}
