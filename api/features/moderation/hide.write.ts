import { Prisma } from '#api/database/generated/prisma/client.ts'
import { chunksOf } from '#api/lib/chunks-of.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import { lockPosts } from '../post/lock-posts.ts'
import type { Subject } from '../report/snapshot.ts'
import { nameSearch } from '../user/user.write.ts'

type Transaction = Prisma.TransactionClient

/** Few enough that each statement stays below the timeout. */
export const POSTS_PER_STATEMENT = 2_000

/**
 * Locks the posts that hiding a subject changes. Locks all posts of an author for `hidePosts`.
 * @returns the posts to hide
 */
export async function lockPostsToHide(
  transaction: Transaction,
  { type, id }: Subject,
  authorOfAll: string | null,
): Promise<string[]> {
  if (authorOfAll !== null)
    return lockPosts(
      transaction,
      Prisma.sql`SELECT "id" FROM "Post" WHERE "authorId" = ${authorOfAll}::uuid`,
    )
  if (type === 'POST') return lockPosts(transaction, [id])
  if (type === 'SHARE') {
    const share = await transaction.feedEvent.findUnique({
      where: { id },
      select: { postId: true },
    })
    // Taking a share out changes the count of its post.
    if (share) await lockPosts(transaction, [share.postId])
  }
  return []
}

/** Hides what a decision concerns from everyone. Ignores what is gone. */
export async function hideSubject(
  transaction: Transaction,
  decisionId: string,
  { type, id }: Subject,
): Promise<void> {
  if (type === 'POST') await hidePosts(transaction, { decisionId, until: null }, [id])
  if (type === 'SHARE') await hideShare(transaction, decisionId, id)
  if (type === 'USER') await hideProfile(transaction, decisionId, id)
  if (type === 'THANKS')
    await transaction.thanks.updateMany({
      where: { id, hiddenById: null },
      data: { hiddenById: decisionId },
    })
}

/**
 * Hides locked posts, also those that the operator hid: a decision about them counts when the
 * operator shows them again.
 * @param until the end; null without one
 */
export async function hidePosts(
  transaction: Transaction,
  { decisionId, until }: { decisionId: string; until: Date | null },
  ids: readonly string[],
): Promise<void> {
  for (const batch of chunksOf(ids, POSTS_PER_STATEMENT)) {
    await rememberOperator(transaction, batch)
    // SQL: set-based.
    await transaction.$executeRaw`
      INSERT INTO "HiddenPost" ("decisionId", "postId", "until")
      SELECT ${decisionId}::uuid, p."id", ${until}::timestamptz FROM "Post" p
      WHERE p."id" = ANY(${batch}::uuid[])`
    await updateHiddenPosts(transaction, batch)
  }
}

/** Posts that no decision hides were hidden by the operator, by SQL or an earlier version. */
async function rememberOperator(transaction: Transaction, ids: readonly string[]): Promise<void> {
  // SQL: set-based.
  await transaction.$executeRaw`
    UPDATE "Post" p SET "hiddenByOperatorAt" = "hiddenAt"
    WHERE p."id" = ANY(${ids}::uuid[]) AND p."hiddenAt" IS NOT NULL
      AND p."hiddenByOperatorAt" IS NULL
      AND NOT EXISTS (SELECT FROM "HiddenPost" h WHERE h."postId" = p."id")`
}

/**
 * Hides posts for as long as the operator or the longest of the decisions that hide them, and shows
 * those that none hides.
 */
export async function updateHiddenPosts(
  transaction: Transaction,
  ids: readonly string[],
): Promise<void> {
  // SQL: set-based.
  await transaction.$executeRaw`
    UPDATE "Post" p SET
      "hiddenAt" = CASE WHEN s."isHidden" THEN coalesce(p."hiddenAt", now()) END,
      "hiddenUntil" = CASE WHEN NOT s."hasNoEnd" THEN s."until" END
    FROM (
      SELECT o."id", o."hiddenByOperatorAt" IS NOT NULL OR count(h."postId") > 0 AS "isHidden",
        o."hiddenByOperatorAt" IS NOT NULL
          OR coalesce(bool_or(h."until" IS NULL), false) AS "hasNoEnd", max(h."until") AS "until"
      FROM "Post" o LEFT JOIN "HiddenPost" h ON h."postId" = o."id"
      WHERE o."id" = ANY(${ids}::uuid[]) GROUP BY o."id") s
    WHERE p."id" = s."id"`
}

async function hideShare(transaction: Transaction, decisionId: string, id: string): Promise<void> {
  // SQL: moves the row, which takes it out of every list.
  await transaction.$executeRaw`
    WITH share AS (DELETE FROM "FeedEvent" WHERE "id" = ${id}::uuid AND "kind" = 'SHARE' RETURNING *)
    INSERT INTO "HiddenShare" ("id", "decisionId", "actorId", "postId", "comment")
    SELECT "id", ${decisionId}::uuid, "actorId", "postId", "comment" FROM share`
}

/** Clears the picture, the bio and the display name. The demo user's names never change. */
async function hideProfile(
  transaction: Transaction,
  decisionId: string,
  id: string,
): Promise<void> {
  const { username, displayName, bio, avatar, avatarMediaId } =
    await transaction.user.findUniqueOrThrow({ where: { id } })
  await transaction.hiddenProfile.create({
    data: { decisionId, userId: id, displayName, bio, avatar, avatarMediaId },
  })
  const shownName = id === DEMO_USER_UUID ? displayName : username
  await transaction.user.update({
    where: { id },
    data: {
      displayName: shownName,
      bio: null,
      avatar: null,
      avatarMediaId: null,
      search: nameSearch({ displayName: shownName, username }),
    },
  })
}
