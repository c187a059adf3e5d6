import type { Services } from '#api/context.ts'
import { tablesDeleted } from '#api/database/account-data.ts'
import { deleteRows } from '#api/database/account-rows.ts'
import { retryOnDeadlock } from '#api/database/deadlock.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { forEachItem } from '#api/job.ts'
import { removeOrphanedPicture } from '../../media/media.cleanup.ts'
import { lockPosts } from '../../post/lock-posts.ts'
import { emptyAccount, findUnfinishedDeletions, isLargeAccount } from './empty-account.write.ts'

type Needs = Pick<Services, 'database' | 'pictures' | 'log'>

const TRANSACTION_TIMEOUT_MS = 60_000

/**
 * Deletes an account with all rows that `accountData` assigns to it, and updates like counts. Keeps
 * pictures that other members uploaded too.
 * @param signal interrupts the deletion of a large account, which `finishDeletions` resumes
 */
export async function deleteAccount(
  services: Needs,
  userId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = services
  if (await isLargeAccount(database, userId)) await emptyAccount(services, userId, signal)
  // Someone may follow, block or mute the account while it waits for its locks.
  const hashes = await retryOnDeadlock(() =>
    database.$transaction(
      async (transaction) => {
        const uploads = await lockAccountRows(transaction, userId)
        await deleteRows(transaction, tablesDeleted('first'), userId)
        // Cascades remove the rest.
        await transaction.user.deleteMany({ where: { id: userId } })
        return uploads
      },
      { timeout: TRANSACTION_TIMEOUT_MS },
    ),
  )
  await removePictures(services, hashes)
}

/**
 * Locks an account, the other users of its follows, mutes and blocks, and the posts it wrote, likes
 * or shared, before deleting their rows. Use with `retryOnDeadlock`.
 * @returns the hashes of the account's uploads
 */
export async function lockAccountRows(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<string[]> {
  // Writes of the account and updates of the others wait for this transaction. Always lock users in
  // id order, to avoid deadlocks.
  // SQL: row locks in order.
  await transaction.$executeRaw`
    SELECT FROM "User" WHERE "id" IN (
      SELECT ${userId}::uuid
      UNION SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${userId}::uuid
      UNION SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${userId}::uuid
      UNION SELECT "blockedId" FROM "Block" WHERE "blockerId" = ${userId}::uuid
      UNION SELECT "blockerId" FROM "Block" WHERE "blockedId" = ${userId}::uuid
      UNION SELECT "muterId" FROM "Mute" WHERE "mutedId" = ${userId}::uuid
    ) ORDER BY "id" FOR UPDATE`
  await lockPosts(
    transaction,
    Prisma.sql`
      SELECT "id" FROM "Post" WHERE "authorId" = ${userId}::uuid
      UNION SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid
      UNION SELECT "postId" FROM "FeedEvent" WHERE "actorId" = ${userId}::uuid`,
  )
  const uploads = await transaction.media.findMany({
    where: { ownerId: userId },
    select: { hash: true },
  })
  return uploads.map(({ hash }) => hash)
}

/** Removes the files of pictures without uploads. The hourly cleanup retries failed ones. */
export async function removePictures(services: Needs, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    await removeOrphanedPicture(services, hash).catch((err) =>
      services.log.error({ err }, 'Could not remove a picture; the hourly cleanup will retry'),
    )
  }
}

/** Resumes interrupted deletions. @throws when one failed, after the others */
export async function finishDeletions(services: Needs, signal?: AbortSignal): Promise<void> {
  const { database, log } = services
  const finish = async ({ id }: { id: string }) => {
    await deleteAccount(services, id, signal)
    log.info({ user: id }, 'Finished deleting an account')
  }
  const failure = 'Failed to finish deleting an account'
  await forEachItem(await findUnfinishedDeletions(database), finish, { log, signal, failure })
}
