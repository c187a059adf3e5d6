import { query } from '../../api/database/embedded/cluster.ts'
import type { Shape } from '../data/shape.ts'
import type { Operation } from './operation.ts'
import { checkCount, count, type SentWrites } from './sent-writes.ts'

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
  await query(
    databaseUrl,
    `WITH deleted AS (DELETE FROM "PostKey" WHERE "key" = ANY ($1) RETURNING "postId") DELETE FROM "Post" USING deleted WHERE "id" = deleted."postId"`,
    [keysOf(operations)],
  )
  for (const table of ['Post', 'PostSearch', 'PostKey'])
    await query(databaseUrl, `VACUUM "${table}"`)
}

function keysOf(operations: readonly Operation[]): string[] {
  return operations.flatMap((operation) => (operation.kind === 'post' ? [operation.key] : []))
}
