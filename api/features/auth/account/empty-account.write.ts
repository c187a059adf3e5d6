import { randomBytes } from 'node:crypto'
import type { Services } from '#api/context.ts'
import { type TableDeletedInParts, tablesDeleted } from '#api/database/account-data.ts'
import { delegateOf, deleteRows, ownedByOrAbout } from '#api/database/account-rows.ts'
import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { deletePosts } from '../../post/delete-posts.ts'
import { withLockedPosts } from '../../post/lock-posts.ts'
import { lockUsers } from '../../user/lock-users.ts'

/** Rows per transaction: about a second of holding locks. */
const BATCH_SIZE = 1_000
const TRANSACTION_TIMEOUT_MS = 30_000

/** Each deletes one batch of an account's rows. @returns how many */
const deleteBatch: Record<
  TableDeletedInParts,
  (database: Database, userId: string) => Promise<number>
> = {
  Post: deleteOwnPosts,
  Like: deleteLikes,
  Follow: deletePairs('Follow', ['followerId', 'followeeId']),
  Mute: deletePairs('Mute', ['muterId', 'mutedId']),
  Block: deletePairs('Block', ['blockerId', 'blockedId']),
  FeedEvent: deleteShares,
}

/** Whether an account, with its posts, has too many rows to delete in one transaction. */
export async function isLargeAccount(database: Database, userId: string): Promise<boolean> {
  let rows = 0
  for (const table of tablesDeleted('in parts'))
    rows += await delegateOf(database, table).count({
      where: ownedByOrAbout(table, userId),
      take: BATCH_SIZE,
    })
  return rows >= BATCH_SIZE || rows + (await countResponses(database, userId)) >= BATCH_SIZE
}

/** The likes, shares and replies of an account's posts. */
async function countResponses(database: Database, userId: string): Promise<number> {
  const { _sum } = await database.post.aggregate({
    where: { authorId: userId },
    _sum: { likesCount: true, sharesCount: true, repliesCount: true },
  })
  return (_sum.likesCount ?? 0) + (_sum.sharesCount ?? 0) + (_sum.repliesCount ?? 0)
}

/**
 * Anonymizes a large account, which also disables it, then deletes its rows in batches, newest
 * posts first. `findUnfinishedDeletions` finds the account if this is interrupted.
 * @throws the signal's reason
 */
export async function emptyAccount(
  { database }: Pick<Services, 'database'>,
  userId: string,
  signal?: AbortSignal,
): Promise<void> {
  await anonymize(database, userId)
  while ((await deleteFirst(database, userId)) > 0) signal?.throwIfAborted()
  await deleteOwnPosts(database, userId)
  for (const table of tablesDeleted('in parts')) {
    while ((await deleteBatch[table](database, userId)) > 0) signal?.throwIfAborted()
  }
}

/** @returns the accounts' UUIDs */
export function findUnfinishedDeletions(database: Database): Promise<{ id: string }[]> {
  // SQL: compares two columns.
  return database.$queryRaw`
    SELECT "id" FROM "User"
    WHERE "email" LIKE "id"::text || '%@deleted.invalid' AND "disabledAt" IS NOT NULL`
}

async function anonymize(database: Database, userId: string): Promise<void> {
  // Random, so no other account has the username or email.
  const suffix = randomBytes(10).toString('hex')
  const update = {
    where: { id: userId },
    data: {
      displayName: 'Deleted account',
      username: `deleted_${suffix}`,
      // Marks the account for `findUnfinishedDeletions`.
      email: `${userId}.${suffix}@deleted.invalid`,
      bio: null,
      avatar: null,
      avatarMediaId: null,
      disabledAt: new Date(),
    },
  }
  await database.$transaction(
    async (transaction) => {
      await transaction.user.updateMany(update)
      await deleteFirst(transaction, userId)
    },
    { timeout: TRANSACTION_TIMEOUT_MS },
  )
}

/** Deletes credentials, and a batch of the notifications. @returns how many rows */
function deleteFirst(client: Prisma.TransactionClient, userId: string): Promise<number> {
  return deleteRows(client, tablesDeleted('first'), userId, BATCH_SIZE)
}

/** @returns how many posts remained, even if only a part of their likes and replies is deleted */
function deleteOwnPosts(database: Database, userId: string): Promise<number> {
  const own = Prisma.sql`
    SELECT "id" FROM "Post" WHERE "authorId" = ${userId}::uuid
    ORDER BY "id" DESC LIMIT ${BATCH_SIZE}`
  return withLockedPosts(database, own, deletePosts)
}

function deleteLikes(database: Database, userId: string): Promise<number> {
  const liked = Prisma.sql`
    SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid
    ORDER BY "postId" DESC LIMIT ${BATCH_SIZE}`
  return withLockedPosts(database, liked, (transaction, ids) =>
    transaction.like.deleteMany({ where: { userId, postId: { in: ids } } }),
  )
}

function deleteShares(database: Database, userId: string): Promise<number> {
  const shared = Prisma.sql`
    SELECT "postId" FROM "FeedEvent" WHERE "actorId" = ${userId}::uuid AND "kind" = 'SHARE'
    ORDER BY "postId" DESC LIMIT ${BATCH_SIZE}`
  return withLockedPosts(database, shared, (transaction, ids) =>
    transaction.feedEvent.deleteMany({
      where: { actorId: userId, kind: 'SHARE', postId: { in: ids } },
    }),
  )
}

/** Also deletes the rows of other people about the account. */
function deletePairs(
  table: 'Follow' | 'Mute' | 'Block',
  [owner, subject]: readonly [string, string],
): (database: Database, userId: string) => Promise<number> {
  return (database, userId) =>
    database.$transaction(
      async (transaction) => {
        const [name, from, to] = [table, owner, subject].map((each) => Prisma.raw(`"${each}"`))
        // SQL: for every table of pairs alike.
        const pairs = await transaction.$queryRaw<{ userIds: string[] }[]>`
          SELECT ARRAY[${from}, ${to}]::text[] AS "userIds" FROM ${name}
          WHERE ${from} = ${userId}::uuid OR ${to} = ${userId}::uuid LIMIT ${BATCH_SIZE}`
        const userIds = pairs.flatMap((pair) => pair.userIds)
        await lockUsers(transaction, userIds)
        // SQL: as above.
        return transaction.$executeRaw`
          DELETE FROM ${name}
          WHERE (${from} = ${userId}::uuid AND ${to} = ANY(${userIds}::uuid[]))
            OR (${to} = ${userId}::uuid AND ${from} = ANY(${userIds}::uuid[]))`
      },
      { timeout: TRANSACTION_TIMEOUT_MS },
    )
}
