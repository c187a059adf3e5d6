import pg from 'pg'
import { query } from '../../api/database/embedded/cluster.ts'
import { postId, text, userId } from '../data/ids.ts'
import { isHidden, type Shape, userOfViewer } from '../data/shape.ts'
import type { Operation } from './operation.ts'
import type { Written } from './writes.ts'

interface Pair {
  viewer: number
  post: number
}

/** The likes of a list that nobody has given yet, each once. */
export async function freshLikes(
  wanted: readonly Pair[],
  shape: Shape,
  databaseUrl: string,
): Promise<Operation[]> {
  const pairs = [
    ...new Map(
      wanted
        .filter(({ post }) => !isHidden(post))
        .map((pair) => [`${pair.viewer} ${pair.post}`, pair]),
    ).values(),
  ]
  const given = await rows<{ index: number }>(
    databaseUrl,
    `SELECT "index"::int FROM ${PAIRS} JOIN "Like" l USING ("userId", "postId")`,
    ids(pairs, shape),
  )
  const stale = new Set(given.map(({ index }) => index - 1))
  return pairs.filter((_, index) => !stale.has(index)).map((pair) => ({ kind: 'like', ...pair }))
}

/** Every acknowledged like is there, and the counts are those of the likes. */
export async function checkLikes(
  { operations, ...written }: Written,
  shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const values = ids(likesIn(operations), shape)
  const there = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM ${PAIRS} JOIN "Like" l USING ("userId", "postId")`,
    values,
  )
  checkCount(there, written, 'likes')
  const wrong = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM "Post" p WHERE p."id" IN (SELECT "postId" FROM ${PAIRS})
       AND p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")`,
    values,
  )
  if (wrong > 0) throw new Error(`${wrong} posts have a wrong count of likes.`)
}

export async function undoLikes(
  operations: readonly Operation[],
  shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const values = ids(likesIn(operations), shape)
  await rows(
    databaseUrl,
    `DELETE FROM "Like" l USING ${PAIRS} WHERE l."userId" = pair."userId" AND l."postId" = pair."postId"`,
    values,
  )
  await query(databaseUrl, 'VACUUM "Like"')
  await query(databaseUrl, 'VACUUM "Post"')
}

/** Every acknowledged post is there once, with its entry in the search. */
export async function checkPosts(
  { operations, ...written }: Written,
  _shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const there = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM "PostKey" k JOIN "Post" p ON p."id" = k."postId" JOIN "PostSearch" s ON s."postId" = p."id"
     WHERE k."key" = ANY ($1)`,
    [keysOf(operations)],
  )
  checkCount(there, written, 'posts')
}

export async function undoPosts(
  operations: readonly Operation[],
  _shape: Shape,
  databaseUrl: string,
): Promise<void> {
  await rows(
    databaseUrl,
    `WITH gone AS (DELETE FROM "PostKey" WHERE "key" = ANY ($1) RETURNING "postId") DELETE FROM "Post" USING gone WHERE "id" = gone."postId"`,
    [keysOf(operations)],
  )
  for (const table of ['Post', 'PostSearch', 'PostKey'])
    await query(databaseUrl, `VACUUM "${table}"`)
}

/** What was under way at the end may have been done without an answer. */
function checkCount(
  there: number,
  { acknowledged, connections }: Omit<Written, 'operations'>,
  what: string,
) {
  if (there >= acknowledged && there <= acknowledged + connections) return
  throw new Error(`${acknowledged} ${what} were acknowledged, and ${there} are in the database.`)
}

const PAIRS = `unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY pair("userId", "postId", "index")`

function ids(pairs: readonly Pair[], shape: Shape): [users: string[], posts: string[]] {
  return [
    pairs.map(({ viewer }) => text(userId(shape, userOfViewer(shape, viewer)))),
    pairs.map(({ post }) => text(postId(shape, post))),
  ]
}

function likesIn(operations: readonly Operation[]): Pair[] {
  return operations.flatMap((operation) => (operation.kind === 'like' ? [operation] : []))
}

function keysOf(operations: readonly Operation[]): string[] {
  return operations.flatMap((operation) => (operation.kind === 'post' ? [operation.key] : []))
}

async function count(databaseUrl: string, sql: string, values: unknown[]): Promise<number> {
  const [row] = await rows<{ count: number }>(databaseUrl, sql, values)
  return row?.count ?? 0
}

async function rows<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
