import { Prisma } from '#api/database/generated/prisma/client.ts'
import { lockPosts } from './lock-posts.ts'

type Transaction = Prisma.TransactionClient

/** Replies per call. */
const MAX_REPLIES = 500
/** Likes, shares or thanks per call: about a second of the database's time. */
export const MAX_ROWS_DELETED = 5_000

/**
 * Deletes posts that the transaction has locked, or first a part of what a cascade would delete
 * with them: a popular post has more likes and replies than one statement deletes in time. Use with
 * `retryOnDeadlock`, and again in a new transaction until the posts are gone.
 */
export async function deletePosts(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const replies = await lockNewestReplies(transaction, ids)
  if (replies.length > 0) return deletePosts(transaction, replies)
  const where = { postId: { in: [...ids] } }
  for (const deletePart of [
    () => transaction.like.deleteMany({ where, limit: MAX_ROWS_DELETED }),
    () =>
      transaction.feedEvent.deleteMany({
        where: { ...where, kind: 'SHARE' },
        limit: MAX_ROWS_DELETED,
      }),
    () => transaction.thanks.deleteMany({ where, limit: MAX_ROWS_DELETED }),
  ])
    if ((await deletePart()).count === MAX_ROWS_DELETED) return
  await transaction.post.deleteMany({ where: { id: { in: [...ids] } } })
}

/** The newest first, so that none has to be updated when the reply that it answers is deleted. */
function lockNewestReplies(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
  return lockPosts(
    transaction,
    Prisma.sql`
      SELECT "id" FROM "Post" WHERE "threadRootId" = ANY(${ids}::uuid[])
      ORDER BY "id" DESC LIMIT ${MAX_REPLIES}`,
  )
}
