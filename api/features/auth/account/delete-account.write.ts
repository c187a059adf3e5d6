import type { Services } from '#api/context.ts'
import { tablesDeleted } from '#api/database/account-data.ts'
import { deleteRows } from '#api/database/account-rows.ts'
import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { removeOrphanedPicture } from '../../media/media.cleanup.ts'
import { emptyAccount, findUnfinishedDeletions, isLargeAccount } from './empty-account.write.ts'

type Needs = Pick<Services, 'database' | 'pictures' | 'log'>

/** Milliseconds. */
const LONGEST = 60_000

/**
 * Deletes an account with everything that `accountData` declares as its own. Like counts of other members' posts are right
 * afterwards, and a picture that another member uploaded as well stays. A small account goes in one transaction, a large one in
 * parts: `finishDeletions` finishes what the signal interrupts.
 */
export async function deleteAccount(
  services: Needs,
  userId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = services
  if (await isLargeAccount(database, userId)) await emptyAccount(services, userId, signal)
  const hashes = await database.$transaction(
    async (transaction) => {
      const uploads = await lockAccountRows(transaction, userId)
      await deleteRows(transaction, tablesDeleted('first'), userId)
      // Cascades remove the rest.
      await transaction.user.deleteMany({ where: { id: userId } })
      return uploads
    },
    { timeout: LONGEST },
  )
  await removePictures(services, hashes)
}

/**
 * Locks an account and the posts that it wrote or likes, so that their rows can be removed.
 * @returns the hashes of the pictures that the account uploaded
 */
export async function lockAccountRows(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<string[]> {
  // Writes of the account that are open finish before; later ones wait.
  // SQL: row lock.
  await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`
  // Every statement that locks posts does so in the order of their ids, which avoids deadlocks.
  // SQL: row locks in order.
  await transaction.$executeRaw`
    SELECT FROM "Post" WHERE "id" IN (
      SELECT "id" FROM "Post" WHERE "authorId" = ${userId}::uuid UNION SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid
    ) ORDER BY "id" FOR UPDATE`
  const uploads = await transaction.media.findMany({
    where: { ownerId: userId },
    select: { hash: true },
  })
  return uploads.map(({ hash }) => hash)
}

/** Removes the files of pictures that no upload names. The hourly sweep retries those that cannot be removed now. */
export async function removePictures(services: Needs, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    await removeOrphanedPicture(services, hash).catch((err) =>
      services.log.error({ err }, 'A picture could not be removed; it is tried again in an hour'),
    )
  }
}

/** Resumes the deletions that were interrupted. */
export async function finishDeletions(services: Needs, signal?: AbortSignal): Promise<void> {
  for (const id of await findUnfinishedDeletions(services.database)) {
    signal?.throwIfAborted()
    await deleteAccount(services, id, signal)
    services.log.info({ user: id }, 'Finished deleting an account')
  }
}
