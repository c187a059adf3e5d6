import { randomBytes } from 'node:crypto'
import type { Services } from '#api/context.ts'
import { type TableDeletedInParts, tablesDeleted } from '#api/database/account-data.ts'
import { delegateOf, deleteRows, ownedBy } from '#api/database/account-rows.ts'
import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'

/** Rows that one transaction removes: a second's work, for which few others have to wait. */
const AT_ONCE = 1_000

/** Each removes one part of an account's rows. @returns how many there were */
const removePart: Record<
  TableDeletedInParts,
  (database: Database, userId: string) => Promise<number>
> = {
  Post: removePosts,
  Like: removeLikes,
}

/** Whether an account has too many rows to remove in one transaction. */
export async function isLargeAccount(database: Database, userId: string): Promise<boolean> {
  let rows = 0
  for (const table of tablesDeleted('in parts'))
    rows += await delegateOf(database, table).count({
      where: ownedBy(table, userId),
      take: AT_ONCE,
    })
  return rows >= AT_ONCE
}

/**
 * Removes everything of a large account but its row and what little is left, one part after the other. First it is anonymized:
 * nothing signs in to it, it has no name, and its newest posts are gone. There is no way back then; `findUnfinishedDeletions`
 * finds an account whose deletion was interrupted.
 * @throws what the signal was aborted with
 */
export async function emptyAccount(
  { database }: Pick<Services, 'database'>,
  userId: string,
  signal?: AbortSignal,
): Promise<void> {
  await anonymize(database, userId)
  await removePosts(database, userId)
  for (const table of tablesDeleted('in parts')) {
    while ((await removePart[table](database, userId)) > 0) signal?.throwIfAborted()
  }
}

/** The accounts whose deletion was begun and interrupted. */
export async function findUnfinishedDeletions(database: Database): Promise<string[]> {
  // SQL: compares two columns.
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "User" WHERE "email" LIKE "id"::text || '%@deleted.invalid' AND "disabledAt" IS NOT NULL`
  return rows.map(({ id }) => id)
}

async function anonymize(database: Database, userId: string): Promise<void> {
  // The names are unpredictable, so no account can have taken them before.
  const suffix = randomBytes(10).toString('hex')
  await database.$transaction(async (transaction) => {
    await transaction.user.updateMany({
      where: { id: userId },
      data: {
        displayName: 'Deleted account',
        username: `deleted_${suffix}`,
        // The id marks an account whose deletion has begun.
        email: `${userId}.${suffix}@deleted.invalid`,
        bio: null,
        avatar: null,
        avatarMediaId: null,
        disabledAt: new Date(),
      },
    })
    await deleteRows(transaction, tablesDeleted('first'), userId)
  })
}

/** @returns how many there were */
function removePosts(database: Database, userId: string): Promise<number> {
  const own = Prisma.sql`SELECT "id" FROM "Post" WHERE "authorId" = ${userId}::uuid ORDER BY "id" DESC LIMIT ${AT_ONCE}`
  return withPosts(database, own, (transaction, ids) =>
    transaction.post.deleteMany({ where: { id: { in: ids } } }),
  )
}

/** @returns how many there were */
function removeLikes(database: Database, userId: string): Promise<number> {
  const liked = Prisma.sql`SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid ORDER BY "postId" DESC LIMIT ${AT_ONCE}`
  return withPosts(database, liked, (transaction, ids) =>
    transaction.like.deleteMany({ where: { userId, postId: { in: ids } } }),
  )
}

/** Locks some posts, as every statement does in the order of their ids, which avoids deadlocks. */
function withPosts(
  database: Database,
  which: Prisma.Sql,
  remove: (transaction: Prisma.TransactionClient, ids: string[]) => Promise<unknown>,
): Promise<number> {
  return database.$transaction(
    async (transaction) => {
      // SQL: row locks in order.
      const rows = await transaction.$queryRaw<
        { id: string }[]
      >`SELECT "id" FROM "Post" WHERE "id" IN (${which}) ORDER BY "id" FOR UPDATE`
      if (rows.length === 0) return 0
      await remove(
        transaction,
        rows.map(({ id }) => id),
      )
      return rows.length
    },
    { timeout: 30_000 },
  )
}
