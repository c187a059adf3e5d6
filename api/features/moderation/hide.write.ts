import type { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Subject } from '../report/snapshot.ts'
import { nameText } from '../user/user.write.ts'
import { lockPosts } from './lock.write.ts'

type Transaction = Prisma.TransactionClient

/** Posts per statement, so that each stays below the statement timeout. */
const BATCH_SIZE = 2_000

/**
 * Locks the posts that hiding a subject changes. Locks all posts of an author for `hidePosts`.
 * @returns the posts to hide
 */
export async function lockPostsToHide(
  transaction: Transaction,
  { type, id }: Subject,
  authorOfAll: string | null,
): Promise<string[]> {
  if (authorOfAll !== null) {
    // SQL: row locks in order.
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Post" WHERE "authorId" = ${authorOfAll}::uuid ORDER BY "id" FOR UPDATE`
    return rows.map((row) => row.id)
  }
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
 * Hides locked posts. Those that the operator hid by command stay as they are.
 * @param until the end; null without one
 */
export async function hidePosts(
  transaction: Transaction,
  { decisionId, until }: { decisionId: string; until: Date | null },
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    // SQL: set-based.
    await transaction.$executeRaw`
      INSERT INTO "HiddenPost" ("decisionId", "postId", "until")
      SELECT ${decisionId}::uuid, p."id", ${until}::timestamptz FROM "Post" p
      WHERE p."id" = ANY(${batch}::uuid[]) AND (p."hiddenAt" IS NULL
        OR EXISTS (SELECT FROM "HiddenPost" h WHERE h."postId" = p."id"))`
    await updateHiddenPosts(transaction, batch)
  }
}

/** Hides posts for as long as the longest of the decisions that hide them. */
export async function updateHiddenPosts(
  transaction: Transaction,
  ids: readonly string[],
): Promise<void> {
  // SQL: set-based.
  await transaction.$executeRaw`
    UPDATE "Post" p SET "hiddenAt" = coalesce(p."hiddenAt", now()), "hiddenUntil" = h."until"
    FROM (SELECT "postId", CASE WHEN bool_and("until" IS NOT NULL) THEN max("until") END AS "until"
      FROM "HiddenPost" WHERE "postId" = ANY(${ids}::uuid[]) GROUP BY "postId") h
    WHERE p."id" = h."postId"`
}

async function hideShare(transaction: Transaction, decisionId: string, id: string): Promise<void> {
  // SQL: moves the row, which takes it out of every list.
  await transaction.$executeRaw`
    WITH share AS (DELETE FROM "FeedEvent" WHERE "id" = ${id}::uuid AND "kind" = 'SHARE' RETURNING *)
    INSERT INTO "HiddenShare" ("id", "decisionId", "actorId", "postId", "comment")
    SELECT "id", ${decisionId}::uuid, "actorId", "postId", "comment" FROM share`
}

/** Clears the picture, the bio and the display name. */
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
  const text = nameText({ displayName: username, username })
  await transaction.user.update({
    where: { id },
    data: {
      displayName: username,
      bio: null,
      avatar: null,
      avatarMediaId: null,
      search: { upsert: { create: text, update: text } },
    },
  })
}
