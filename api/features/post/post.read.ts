import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { integers, uuids } from '#api/database/list.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import {
  likesAmong,
  type PostJson,
  type PostRow,
  postOf,
  postTables,
  postTexts,
  upload,
} from './post.row.ts'

/** Which posts of a list, for which reader. All ids are UUIDs. */
export interface PostList {
  /** Whose posts; null for everybody's. */
  author: string | null
  /** Older than this post. */
  after: string | null
  /** Newer than this post. */
  before: string | null
  /** Counted from the oldest instead of the newest. */
  backwards: boolean
  size: number
  reader: string | null
}

/** Reads posts with their authors, pictures and the reader's own likes; hidden ones do not exist. */
export interface PostReads {
  /** Part of a list, in the order in which it is counted. */
  list(list: PostList): Promise<PostRow[]>
  /** Null where there is no such post. */
  one(id: string, reader: string | null): Promise<PostRow | null>
}

/** The largest page, and the row that tells whether another follows. */
const PAGE = limits.pageSize.max + 1
/** While this process makes answers of one statement's pages, the database reads those of two others. */
const bounds = { name: 'post.list', concurrency: 3, maxBatchSize: 8 }
/** As many as an operation can ask for by their ids. */
const singleBounds = { name: 'post.one', concurrency: 2, maxBatchSize: 100 }

/** Reads that come in together share a statement. */
export function createPostReads(database: QueryClient): PostReads {
  const lists = new Map<string, (list: PostList) => Promise<PostRow[]>>()
  const one = createBatcher(
    (keys: readonly { id: string; reader: string | null }[]) => readSingly(database, keys),
    singleBounds,
  )
  return {
    list(list) {
      // Only what is the same for all of a statement's lists tells the statements apart, so there are few.
      const kind = `${list.author === null} ${list.backwards} ${mostOf(list)}`
      let read = lists.get(kind)
      if (!read) {
        const statement = listStatement(list)
        read = createBatcher(
          (keys: readonly PostList[]) => readLists(database, statement, keys),
          bounds,
        )
        lists.set(kind, read)
      }
      return read(list)
    },
    one: (id, reader) => one({ id, reader }),
  }
}

/** The size that the planner is told: all pages share one, so that they share a statement. */
function mostOf({ size }: PostList): number {
  return Math.max(size, PAGE)
}

/**
 * The text of a statement after its parameters. The planner has to know the order and about how many rows are wanted. An author is
 * looked up once for all their posts.
 */
function listStatement(list: PostList) {
  const { author, backwards } = list
  const byAuthor = author === null ? Prisma.empty : Prisma.sql`AND p."authorId" = r."author"`
  const [before, within] =
    author === null
      ? [Prisma.empty, postTables]
      : [Prisma.sql`LEFT JOIN "User" a ON a."id" = r."author"`, upload]
  const [order, most] = [Prisma.raw(backwards ? 'ASC' : 'DESC'), Prisma.raw(String(mostOf(list)))]
  return Prisma.sql`
    ${before}
    CROSS JOIN LATERAL (
      SELECT json_agg(f."post") AS "posts", array_agg(f."id") AS "ids" FROM (
        SELECT p."id", ${postTexts} AS "post"
        FROM (SELECT * FROM (
          SELECT * FROM "Post" p WHERE p."hiddenAt" IS NULL ${byAuthor} AND p."id" < r."after" AND p."id" > r."before"
          ORDER BY p."id" ${order} LIMIT r."size") p LIMIT ${most}) p
        ${within} ORDER BY p."id" ${order}) f) found
    ORDER BY r."index"`
}

async function readLists(
  database: QueryClient,
  statement: Prisma.Sql,
  lists: readonly PostList[],
): Promise<PostRow[][]> {
  // SQL: set-based and hot (bench feed-deep, profile): several pages in one statement.
  const rows = await database.rows<{ posts: PostJson[] | null; likes: string[] | null }>`
    SELECT found."posts", ${likesAmong(Prisma.sql`r."reader"`, Prisma.sql`found."ids"`)} AS "likes" FROM unnest(
      ${uuids(lists.map(({ author }) => author))}, ${uuids(lists.map(({ after }) => after ?? MAX_UUID))},
      ${uuids(lists.map(({ before }) => before ?? NIL_UUID))}, ${uuids(lists.map(({ reader }) => reader))},
      ${integers(lists.map(({ size }) => size))}
    ) WITH ORDINALITY r("author", "after", "before", "reader", "size", "index") ${statement}`
  return rows.map(
    ({ posts, likes }) => posts?.map((post) => postOf(post, likes?.includes(post[0]))) ?? [],
  )
}

async function readSingly(
  database: QueryClient,
  keys: readonly { id: string; reader: string | null }[],
): Promise<(PostRow | null)[]> {
  // SQL: set-based: posts that several callers look up at the time.
  const rows = await database.rows<{ index: string; post: PostJson; isLiked: boolean }>`
    SELECT r."index", to_json(${postTexts}) AS "post",
      EXISTS (SELECT FROM "Like" l WHERE l."userId" = r."reader" AND l."postId" = p."id") AS "isLiked"
    FROM unnest(${uuids(keys.map(({ id }) => id))}, ${uuids(keys.map(({ reader }) => reader))}) WITH ORDINALITY r("id", "reader", "index")
    JOIN "Post" p ON p."id" = r."id" AND p."hiddenAt" IS NULL ${postTables}`
  const found: (PostRow | null)[] = keys.map(() => null)
  for (const { index, post, isLiked } of rows) found[Number(index) - 1] = postOf(post, isLiked)
  return found
}

/**
 * A replica's reader, except for the newest page. The primary's reader serves that from memory, where it is newer.
 */
export function exceptNewest(replica: PostReads, primary: PostReads): PostReads {
  const isNewest = ({ author, after, before, backwards }: PostList) =>
    author === null && after === null && before === null && !backwards
  return {
    list: (list) => (isNewest(list) ? primary : replica).list(list),
    one: replica.one,
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
