import { randomBytes } from 'node:crypto'
import type { Services } from '../../context.ts'
import type { Database } from '../../database/client.ts'
import { Prisma } from '../../database/generated/prisma/client.ts'

/** Rows that one transaction removes: a second's work, for which few others have to wait. */
const AT_ONCE = 1_000

/** Whether an account has so much that it is not removed in one go. */
export async function hasMuch(database: Database, userId: string): Promise<boolean> {
  const [row] = await database.$queryRaw<{ rows: bigint }[]>`
    SELECT (SELECT count(*) FROM (SELECT FROM "Like" WHERE "userId" = ${userId}::uuid LIMIT ${AT_ONCE}) l)
      + (SELECT count(*) FROM (SELECT FROM "Post" WHERE "authorId" = ${userId}::uuid LIMIT ${AT_ONCE}) p) AS rows`
  return Number(row?.rows) >= AT_ONCE
}

/**
 * Takes everything from an account but the account, so that little is left to delete with it. First of all it is nobody's anymore:
 * nothing of it can be signed in with, it has no name, and its newest posts are gone. From then on there is no way back, and what
 * is broken off is taken up again by `findBegun`.
 * @throws what the signal was aborted with
 */
export async function emptyAccount({ database }: Pick<Services, 'database'>, userId: string, signal?: AbortSignal): Promise<void> {
  await takeNames(database, userId)
  await removePosts(database, userId)
  while ((await removePosts(database, userId)) > 0) signal?.throwIfAborted()
  while ((await removeLikes(database, userId)) > 0) signal?.throwIfAborted()
}

/** The accounts whose deletion was begun and broken off. */
export async function findBegun(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "User" WHERE "email" LIKE "id"::text || '%@deleted.invalid' AND "disabledAt" IS NOT NULL`
  return rows.map(({ id }) => id)
}

async function takeNames(database: Database, userId: string): Promise<void> {
  const where = { where: { userId } }
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
    await transaction.session.deleteMany(where)
    await transaction.account.deleteMany(where)
    await transaction.passkey.deleteMany(where)
    await transaction.twoFactor.deleteMany(where)
    await transaction.mailLink.deleteMany(where)
    await transaction.userSearch.deleteMany(where)
  })
}

/** @returns how many there were */
function removePosts(database: Database, userId: string): Promise<number> {
  const own = Prisma.sql`SELECT "id" FROM "Post" WHERE "authorId" = ${userId}::uuid ORDER BY "id" DESC LIMIT ${AT_ONCE}`
  return withPosts(database, own, (transaction, ids) => transaction.$executeRaw`DELETE FROM "Post" WHERE "id" = ANY(${ids}::uuid[])`)
}

/** @returns how many there were */
function removeLikes(database: Database, userId: string): Promise<number> {
  const liked = Prisma.sql`SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid ORDER BY "postId" DESC LIMIT ${AT_ONCE}`
  return withPosts(
    database,
    liked,
    (transaction, ids) => transaction.$executeRaw`DELETE FROM "Like" WHERE "userId" = ${userId}::uuid AND "postId" = ANY(${ids}::uuid[])`,
  )
}

/** Locks some posts as whoever likes or deletes locks them: by their ids, so that nobody waits for another in a circle. */
function withPosts(
  database: Database,
  which: Prisma.Sql,
  remove: (transaction: Prisma.TransactionClient, ids: string[]) => Promise<number>,
): Promise<number> {
  return database.$transaction(
    async (transaction) => {
      const rows = await transaction.$queryRaw<{ id: string }[]>`SELECT "id" FROM "Post" WHERE "id" IN (${which}) ORDER BY "id" FOR UPDATE`
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
