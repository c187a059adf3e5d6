import { query } from '../../api/database/embedded/cluster.ts'
import { postId, userId, uuidText } from '../data/ids.ts'
import { isHidden, type Shape, userOfViewer } from '../data/shape.ts'
import type { Operation } from './operation.ts'
import { checkCount, count, rows, type SentWrites } from './sent-writes.ts'

interface LikePair {
  viewer: number
  post: number
}

/** Removes duplicates, hidden posts, and likes that are already in the database. */
export async function newLikes(
  candidates: readonly LikePair[],
  shape: Shape,
  databaseUrl: string,
): Promise<Operation[]> {
  const pairs = [
    ...new Map(
      candidates
        .filter(({ post }) => !isHidden(post))
        .map((pair) => [`${pair.viewer} ${pair.post}`, pair]),
    ).values(),
  ]
  const existing = await rows<{ index: number }>(
    databaseUrl,
    `SELECT "index"::int FROM ${PAIRS} JOIN "Like" l USING ("userId", "postId")`,
    pairParameters(pairs, shape),
  )
  const existingIndexes = new Set(existing.map(({ index }) => index - 1))
  return pairs
    .filter((_, index) => !existingIndexes.has(index))
    .map((pair) => ({ kind: 'like', ...pair }))
}

/** @throws Error when an acknowledged like is missing or a like count is wrong */
export async function checkLikes(
  { operations, ...sent }: SentWrites,
  shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const values = pairParameters(likesIn(operations), shape)
  const stored = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM ${PAIRS} JOIN "Like" l USING ("userId", "postId")`,
    values,
  )
  checkCount(stored, sent, 'likes')
  const wrong = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM "Post" p WHERE p."id" IN (SELECT "postId" FROM ${PAIRS})
       AND p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p."id")`,
    values,
  )
  if (wrong > 0) throw new Error(`${wrong} posts have a wrong like count.`)
}

export async function undoLikes(
  operations: readonly Operation[],
  shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const values = pairParameters(likesIn(operations), shape)
  await rows(
    databaseUrl,
    `DELETE FROM "Like" l USING ${PAIRS} WHERE l."userId" = pair."userId" AND l."postId" = pair."postId"`,
    values,
  )
  await query(databaseUrl, 'VACUUM "Like"')
  await query(databaseUrl, 'VACUUM "Post"')
}

/** @throws Error when an acknowledged post is missing, stored twice, or not in the search index */
export async function checkPosts(
  { operations, ...sent }: SentWrites,
  _shape: Shape,
  databaseUrl: string,
): Promise<void> {
  const stored = await count(
    databaseUrl,
    `SELECT count(*)::int AS count FROM "PostKey" k JOIN "Post" p ON p."id" = k."postId" JOIN "PostSearch" s ON s."postId" = p."id"
     WHERE k."key" = ANY ($1)`,
    [keysOf(operations)],
  )
  checkCount(stored, sent, 'posts')
}

export async function undoPosts(
  operations: readonly Operation[],
  _shape: Shape,
  databaseUrl: string,
): Promise<void> {
  await rows(
    databaseUrl,
    `WITH deleted AS (DELETE FROM "PostKey" WHERE "key" = ANY ($1) RETURNING "postId") DELETE FROM "Post" USING deleted WHERE "id" = deleted."postId"`,
    [keysOf(operations)],
  )
  for (const table of ['Post', 'PostSearch', 'PostKey'])
    await query(databaseUrl, `VACUUM "${table}"`)
}

const PAIRS = `unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY pair("userId", "postId", "index")`

function pairParameters(
  pairs: readonly LikePair[],
  shape: Shape,
): [users: string[], posts: string[]] {
  return [
    pairs.map(({ viewer }) => uuidText(userId(shape, userOfViewer(shape, viewer)))),
    pairs.map(({ post }) => uuidText(postId(shape, post))),
  ]
}

function likesIn(operations: readonly Operation[]): LikePair[] {
  return operations.flatMap((operation) => (operation.kind === 'like' ? [operation] : []))
}

function keysOf(operations: readonly Operation[]): string[] {
  return operations.flatMap((operation) => (operation.kind === 'post' ? [operation.key] : []))
}
