import type { Services } from '../../context.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { removeUnnamedPicture } from '../media/media.sweep.ts'

/** Milliseconds: somebody may have liked and posted a lot. */
const LONGEST = 60_000
/** So that no statement takes long. */
const AT_ONCE = 1_000

/**
 * Deletes an account with all that is its: posts, likes, uploads, sessions, passkeys. Counts of what others posted are right
 * afterwards, and a picture that somebody else uploaded as well stays. All of it or nothing.
 */
export async function deleteAccount(services: Pick<Services, 'database' | 'pictures' | 'feed' | 'log'>, userId: string): Promise<void> {
  const { database, feed, log } = services
  const uploads = await database.$transaction(
    async (transaction) => {
      // What is being written for the account is done before, and what comes later finds nobody.
      await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`
      // As whoever likes or deletes locks them: by their ids, so that nobody waits for another in a circle.
      await transaction.$executeRaw`
        SELECT FROM "Post" WHERE "id" IN (
          SELECT "id" FROM "Post" WHERE "authorId" = ${userId}::uuid UNION SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid
        ) ORDER BY "id" FOR UPDATE`
      const own = await transaction.media.findMany({ where: { ownerId: userId }, select: { hash: true } })
      await removeLikes(transaction, userId)
      await removePosts(transaction, userId)
      await transaction.user.deleteMany({ where: { id: userId } })
      return own
    },
    { timeout: LONGEST },
  )
  await feed.everythingChanged()
  for (const { hash } of uploads) {
    await removeUnnamedPicture(services, hash).catch((err) =>
      log.error({ err }, 'A picture could not be removed; it is tried again in an hour'),
    )
  }
}

async function removeLikes(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  const remove = () => transaction.$executeRaw`
    DELETE FROM "Like" WHERE "userId" = ${userId}::uuid AND "postId" IN (
      SELECT "postId" FROM "Like" WHERE "userId" = ${userId}::uuid LIMIT ${AT_ONCE})`
  while ((await remove()) === AT_ONCE);
}

async function removePosts(transaction: Prisma.TransactionClient, authorId: string): Promise<void> {
  const remove = () => transaction.$executeRaw`
    DELETE FROM "Post" WHERE "id" IN (SELECT "id" FROM "Post" WHERE "authorId" = ${authorId}::uuid LIMIT ${AT_ONCE})`
  while ((await remove()) === AT_ONCE);
}
