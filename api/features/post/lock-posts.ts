import { Prisma } from '#api/database/generated/prisma/client.ts'

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
