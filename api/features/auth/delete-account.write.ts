import type { Services } from '../../context.ts'
import { removeUnnamedPicture } from '../media/media.sweep.ts'
import { emptyAccount, findBegun, hasMuch } from './empty-account.write.ts'

type Needs = Pick<Services, 'database' | 'pictures' | 'log'>

/** Milliseconds. */
const LONGEST = 60_000

/**
 * Deletes an account with all that is its: posts, likes, uploads, sessions, passkeys. Counts of what others posted are right
 * afterwards, and a picture that somebody else uploaded as well stays. All of it or nothing; where it is very much, one part after the
 * other: what the signal breaks off then is finished by `finishDeletions`.
 */
export async function deleteAccount(services: Needs, userId: string, signal?: AbortSignal): Promise<void> {
  const { database, log } = services
  if (await hasMuch(database, userId)) await emptyAccount(services, userId, signal)
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
      await transaction.user.deleteMany({ where: { id: userId } })
      return own
    },
    { timeout: LONGEST },
  )
  for (const { hash } of uploads) {
    await removeUnnamedPicture(services, hash).catch((err) =>
      log.error({ err }, 'A picture could not be removed; it is tried again in an hour'),
    )
  }
}

/** Goes on with the deletions that were broken off. */
export async function finishDeletions(services: Needs, signal?: AbortSignal): Promise<void> {
  for (const id of await findBegun(services.database)) {
    signal?.throwIfAborted()
    await deleteAccount(services, id, signal)
    services.log.info({ user: id }, 'Finished deleting an account')
  }
}
