import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** People who liked or shared a post, or followed the recipient, between two deliveries. */
export interface Group {
  userId: string
  kind: 'LIKE' | 'SHARE' | 'FOLLOW'
  /** Null for FOLLOW. */
  postId: string | null
  actorsCount: number
  /** The three newest, newest first. */
  actorIds: string[]
}

interface Delivery {
  userId: string
  /** In milliseconds since 1970. What happens from then on is for the next delivery. */
  until: number
}

/**
 * Deletes the marks before each user's delivery, and reads what they stand for. A like that was
 * taken back is absent by itself.
 * @returns the groups, those with the oldest newest person first
 */
export function takePending(
  transaction: Prisma.TransactionClient,
  deliveries: readonly Delivery[],
): Promise<Group[]> {
  const userIds = deliveries.map(({ userId }) => userId)
  const untils = deliveries.map(({ until }) => new Date(until))
  // SQL: set-based. Served by PendingNotification_pkey and the indexes of posts' likes and shares.
  return transaction.$queryRaw<Group[]>`
    WITH marks AS (
      DELETE FROM "PendingNotification" p
      USING unnest(${userIds}::uuid[], ${untils}::timestamptz[]) d("userId", "until")
      WHERE p."userId" = d."userId" AND p."quarter" < d."until"
      RETURNING p.*, d."until"),
    subjects AS (
      SELECT m."userId", m."kind", m."subjectId", min(m."quarter") AS "since", m."until"
      FROM marks m JOIN "NotificationSettings" s ON s."userId" = m."userId"
      WHERE CASE m."kind" WHEN 'LIKE' THEN s."likes" WHEN 'SHARE' THEN s."shares"
        ELSE s."follows" END
        AND (s."lastDeliveredAt" IS NULL OR m."quarter" >= s."lastDeliveredAt")
      GROUP BY m."userId", m."kind", m."subjectId", m."until"),
    acts AS (
      SELECT s."userId", s."kind", l."postId", l."userId" AS "actorId", l."createdAt" AS "at"
      FROM subjects s JOIN "Like" l ON l."postId" = s."subjectId"
        AND l."createdAt" >= s."since" AND l."createdAt" < s."until"
      WHERE s."kind" = 'LIKE'
      UNION ALL
      SELECT s."userId", s."kind", e."postId", e."actorId", id_time(e."id")
      FROM subjects s JOIN "FeedEvent" e ON e."postId" = s."subjectId" AND e."kind" = 'SHARE'
        AND e."id" >= oldest_id_at(s."since") AND e."id" < oldest_id_at(s."until")
      WHERE s."kind" = 'SHARE'
      UNION ALL
      SELECT s."userId", s."kind", NULL, f."followerId", id_time(f."id")
      FROM subjects s JOIN "Follow" f ON f."followeeId" = s."userId"
        AND f."id" >= oldest_id_at(s."since") AND f."id" < oldest_id_at(s."until")
      WHERE s."kind" = 'FOLLOW')
    SELECT a."userId", a."kind", a."postId", count(*)::int AS "actorsCount",
      (array_agg(a."actorId"::text ORDER BY a."at" DESC, a."actorId"))[1:3] AS "actorIds"
    FROM acts a JOIN "User" u ON u."id" = a."actorId" AND u."disabledAt" IS NULL
    WHERE a."actorId" <> a."userId"
      AND NOT EXISTS (SELECT FROM hides_between(a."userId", a."actorId") OFFSET 0)
      AND (a."postId" IS NULL OR EXISTS (
        SELECT FROM visible_posts(a."userId") p WHERE p."id" = a."postId"))
    GROUP BY a."userId", a."kind", a."postId"
    ORDER BY max(a."at"), a."postId"`
}
