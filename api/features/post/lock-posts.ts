import type { Database } from '#api/database/client.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'

const TRANSACTION_TIMEOUT_MS = 30_000

/**
 * Locks posts in the order of their ids, as all statements that change several posts. Lock users
 * before.
 * @param ids the posts' ids, or a query for them
 * @returns the ids of those that exist
 */
export async function lockPosts(
  transaction: Prisma.TransactionClient,
  ids: readonly string[] | Prisma.Sql,
): Promise<string[]> {
  const query = ids instanceof Prisma.Sql ? ids : Prisma.sql`SELECT unnest(${ids}::uuid[])`
  // SQL: row locks in order.
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Post" WHERE "id" IN (${query}) ORDER BY "id" FOR UPDATE`
  return rows.map(({ id }) => id)
}

/**
 * Deletes by posts that it has locked, in one transaction.
 * @param selectIds a query for the posts' ids
 * @returns the number of posts
 */
export function withLockedPosts(
  database: Database,
  selectIds: Prisma.Sql,
  deleteByPosts: (transaction: Prisma.TransactionClient, ids: string[]) => Promise<unknown>,
): Promise<number> {
  // Deleting a reply updates the post that it answers, which is locked after it.
  return retryOnDeadlock(() =>
    database.$transaction(
      async (transaction) => {
        const ids = await lockPosts(transaction, selectIds)
        if (ids.length > 0) await deleteByPosts(transaction, ids)
        return ids.length
      },
      { timeout: TRANSACTION_TIMEOUT_MS },
    ),
  )
}
