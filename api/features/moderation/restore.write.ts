import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { chunksOf } from '#api/lib/chunks-of.ts'
import { lockPosts } from '../post/lock-posts.ts'
import { nameSearch } from '../user/user.write.ts'
import { POSTS_PER_STATEMENT, updateHiddenPosts } from './hide.write.ts'

type Transaction = Prisma.TransactionClient

/** Locks the posts that `restoreHidden` changes. Call it before other locks but those of users. */
export async function lockHiddenPosts(
  transaction: Transaction,
  decisionIds: readonly string[],
): Promise<void> {
  const where = { decisionId: { in: [...decisionIds] } }
  const posts = await transaction.hiddenPost.findMany({ where, select: { postId: true } })
  const shares = await transaction.hiddenShare.findMany({ where, select: { postId: true } })
  await lockPosts(
    transaction,
    [...posts, ...shares].map(({ postId }) => postId),
  )
}

/** Shows again what a decision hid, unless another decision or the operator hides it too. */
export async function restoreHidden(transaction: Transaction, decisionId: string): Promise<void> {
  const posts = await transaction.hiddenPost.findMany({ where: { decisionId } })
  const postIds = posts.map(({ postId }) => postId)
  await transaction.hiddenPost.deleteMany({ where: { decisionId } })
  for (const batch of chunksOf(postIds, POSTS_PER_STATEMENT))
    await updateHiddenPosts(transaction, batch)
  await restoreShares(transaction, decisionId)
  await transaction.thanks.updateMany({
    where: { hiddenById: decisionId },
    data: { hiddenById: null },
  })
  await restoreProfile(transaction, decisionId)
}

async function restoreShares(transaction: Transaction, decisionId: string): Promise<void> {
  // SQL: a newer share of the same post by the same person stays.
  await transaction.$executeRaw`
    WITH hidden AS (DELETE FROM "HiddenShare" WHERE "decisionId" = ${decisionId}::uuid RETURNING *)
    INSERT INTO "FeedEvent" ("id", "kind", "actorId", "postId", "comment")
    SELECT "id", 'SHARE', "actorId", "postId", "comment" FROM hidden
    ON CONFLICT ("actorId", "postId") WHERE "kind" = 'SHARE' DO NOTHING`
}

/** Fields that the member has filled in since stay. */
async function restoreProfile(transaction: Transaction, decisionId: string): Promise<void> {
  const hidden = await transaction.hiddenProfile.findUnique({
    where: { decisionId },
    include: { user: true },
  })
  if (!hidden) return
  const { user, bio, avatar, avatarMediaId } = hidden
  const isRenamed = user.displayName !== user.username
  const displayName = isRenamed ? user.displayName : hidden.displayName
  await transaction.user.update({
    where: { id: user.id },
    data: {
      ...(user.bio === null && { bio }),
      ...(user.avatar === null && { avatar, avatarMediaId }),
      displayName,
      search: nameSearch({ displayName, username: user.username }),
    },
  })
  await transaction.hiddenProfile.delete({ where: { decisionId } })
}
