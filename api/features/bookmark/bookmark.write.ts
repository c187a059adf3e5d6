import type { Context } from '#api/context.ts'

interface BookmarkKey {
  userId: string
  postId: string
}

/** Adds a bookmark. Idempotent; ignores posts that the user does not see. */
export async function insertBookmark(
  { database, ids }: Pick<Context, 'database' | 'ids'>,
  { userId, postId }: BookmarkKey,
): Promise<void> {
  // SQL: visible_posts is the definition. A post or account that is deleted meanwhile adds no row.
  await database.rows`
    INSERT INTO "Bookmark" ("id", "userId", "postId")
    SELECT ${ids.next()}::uuid, u."id", p."id" FROM "User" u, "Post" p
    WHERE u."id" = ${userId}::uuid AND p."id" = ${postId}::uuid
      AND p."id" IN (SELECT v."id" FROM visible_posts(${userId}::uuid) v)
    FOR KEY SHARE OF u, p ON CONFLICT DO NOTHING`
}

/** Removes a bookmark. Idempotent. */
export async function deleteBookmark(
  { database }: Pick<Context, 'database'>,
  key: BookmarkKey,
): Promise<void> {
  await database.bookmark.deleteMany({ where: key })
}
