import type { Database } from '#api/database/client.ts'

/** Changes per statement. */
const BATCH_SIZE = 500
/** A popular post's counts change more often than people need to know. */
const POST_UPDATE_INTERVAL_S = 10

/**
 * Turns recorded changes into deliveries of the webhooks that are about them, but not of paused
 * webhooks and those of disabled accounts. A process that dies
 * meanwhile leaves the changes to the next one.
 * @returns whether there may be more
 */
export async function takeChanges(database: Database): Promise<boolean> {
  // A delivery that is not attempted yet will read the state of its post or user, so a second one
  // would say the same.
  // SQL: set-based. Workers skip each other's changes.
  const [taken] = await database.rows<{ changes: number }>`
    WITH changes AS (
      DELETE FROM "WebhookChange" WHERE "id" IN (
        SELECT "id" FROM "WebhookChange" ORDER BY "id" LIMIT ${BATCH_SIZE}::int
        FOR UPDATE SKIP LOCKED)
      RETURNING *),
    active AS NOT MATERIALIZED (
      SELECT w.* FROM "Webhook" w JOIN "User" u ON u."id" = w."ownerId"
      WHERE w."pausedAt" IS NULL AND u."disabledAt" IS NULL),
    matches AS (
      SELECT w."id" AS "webhookId", c.* FROM changes c
      JOIN active w ON w."topicIds" @> ARRAY[c."topicId"]
      WHERE w."scope" = 'TOPICS' AND w."kinds" @> ARRAY[c."kind"]
      UNION ALL
      SELECT w."id", c.* FROM changes c JOIN active w ON w."scope" = 'EVERYONE'
      WHERE w."kinds" @> ARRAY[c."kind"]
      UNION ALL
      SELECT w."id", c.* FROM changes c JOIN active w ON w."scope" = 'FOLLOWING'
      WHERE w."kinds" @> ARRAY[c."kind"]
        AND (w."ownerId" = c."topicId" AND c."kind" = 'POST' OR EXISTS (
          SELECT FROM "Follow" f
          WHERE f."followerId" = w."ownerId" AND f."followeeId" = c."topicId"))),
    webhooks AS MATERIALIZED (
      SELECT "id" FROM "Webhook" WHERE "id" IN (SELECT m."webhookId" FROM matches m)
      ORDER BY "id" FOR KEY SHARE),
    news AS (
      SELECT m."webhookId", m."kind", m."subjectId", min(m."id"::text) AS "changeId"
      FROM matches m JOIN webhooks w ON w."id" = m."webhookId"
      WHERE m."kind" NOT IN ('POST_UPDATE', 'NOTIFICATIONS') OR NOT EXISTS (
        SELECT FROM "WebhookDelivery" d WHERE d."webhookId" = m."webhookId"
          AND d."subjectId" = m."subjectId" AND d."kind" = m."kind"
          AND d."attempts" = 0 AND d."payload" IS NULL)
      GROUP BY m."webhookId", m."kind", m."subjectId"),
    added AS (
      INSERT INTO "WebhookDelivery" ("id", "webhookId", "kind", "subjectId", "nextAttemptAt")
      SELECT new_id(), n."webhookId", n."kind", n."subjectId", CASE n."kind"
        WHEN 'POST_UPDATE' THEN greatest(now(), (
          SELECT max(d."firstAttemptAt") FROM "WebhookDelivery" d
          WHERE d."webhookId" = n."webhookId" AND d."subjectId" = n."subjectId")
          + make_interval(secs => ${POST_UPDATE_INTERVAL_S}::int))
        ELSE now() END
      FROM news n ORDER BY n."changeId")
    SELECT count(*)::int AS "changes" FROM changes`
  return taken?.changes === BATCH_SIZE
}
