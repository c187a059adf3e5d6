import type { Database } from '#api/database/client.ts'

export interface ShareKey {
  actorId: string
  postId: string
}

interface NewShare extends ShareKey {
  /** UUIDv7. */
  id: string
  /** Undefined keeps the comment of an existing share. */
  comment: string | null | undefined
}

/**
 * Shares a post, or changes the comment of an existing share. Ignores replies, missing and hidden
 * posts.
 */
export async function insertShare(
  database: Database,
  { id, actorId, postId, comment }: NewShare,
): Promise<void> {
  // SQL: row locks in order, users before posts, as all statements that change likes and shares.
  await database.rows`
    WITH actor AS MATERIALIZED (
      SELECT "id" FROM "User" WHERE "id" = ${actorId}::uuid FOR KEY SHARE),
    post AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ${postId}::uuid AND NOT "isReply"
        AND "id" IN (SELECT v."id" FROM visible_posts(${actorId}::uuid) v)
        AND (SELECT count(*) FROM actor) > 0 FOR NO KEY UPDATE)
    INSERT INTO "FeedEvent" ("id", "kind", "actorId", "postId", "comment")
    SELECT ${id}::uuid, 'SHARE', actor."id", post."id", ${comment ?? null} FROM actor, post
    ON CONFLICT ("actorId", "postId") WHERE "kind" = 'SHARE'
      DO UPDATE SET "comment" = CASE WHEN ${comment === undefined}
        THEN "FeedEvent"."comment" ELSE excluded."comment" END`
}

/**
 * Takes a share back, also one that moderators hid, and stores when, for the walks of feeds that
 * have listed its post.
 */
export async function deleteShare(
  database: Database,
  { undoneId, actorId, postId }: ShareKey & { undoneId: string },
): Promise<void> {
  // SQL: row lock, as above.
  await database.rows`
    WITH post AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ${postId}::uuid
        AND "id" IN (SELECT v."id" FROM visible_posts(${actorId}::uuid) v)
      FOR NO KEY UPDATE),
    undone AS (
      DELETE FROM "FeedEvent" e USING post
      WHERE e."actorId" = ${actorId}::uuid AND e."postId" = post."id" AND e."kind" = 'SHARE'
      RETURNING e."id", e."actorId", e."postId"),
    hidden AS (
      DELETE FROM "HiddenShare" h USING post
      WHERE h."actorId" = ${actorId}::uuid AND h."postId" = post."id")
    INSERT INTO "UndoneShare" ("id", "eventId", "actorId", "postId")
    SELECT ${undoneId}::uuid, "id", "actorId", "postId" FROM undone`
}
