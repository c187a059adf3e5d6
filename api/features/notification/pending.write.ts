import type { Prisma } from '#api/database/generated/prisma/client.ts'

/** People who liked or shared a post, or followed the recipient, between two deliveries. */
export interface Group {
  /** A group that was delivered, and to which people are added. Null for a new one. */
  id: string | null
  userId: string
  kind: 'LIKE' | 'SHARE' | 'FOLLOW'
  /** Null for FOLLOW. */
  postId: string | null
  actorsCount: number
  /** The three newest, newest first. */
  actorIds: string[]
  /** From when on it counts. Null for a group that never changes. */
  since: Date | null
}

/** What a delivery is about. All times are in milliseconds since 1970. */
export interface Window {
  userId: string
  /** The end of the delivery before. Null if there was none. */
  from: number | null
  until: number
  /** The start of the hour to whose groups people are added. Null for groups of their own. */
  hour: number | null
}

/**
 * Reads the likes, shares and follows of each window, and deletes the marks whose quarters are
 * over. A like that was taken back is absent by itself. An unread group of an hour is counted as a
 * whole, so that each person is in it once. After a read group a new one begins: it is unread.
 * @returns the groups with new people, those with the oldest newest person first
 */
export function takePending(
  transaction: Prisma.TransactionClient,
  windows: readonly Window[],
): Promise<Group[]> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms))
  const userIds = windows.map(({ userId }) => userId)
  const froms = windows.map(({ from }) => time(from))
  const untils = windows.map(({ until }) => time(until))
  const hours = windows.map(({ hour }) => time(hour))
  // SQL: set-based. Served by PendingNotification_pkey and Notification_userId_id_idx.
  return transaction.$queryRaw<Group[]>`
    WITH windows AS (
      SELECT * FROM unnest(${userIds}::uuid[], ${froms}::timestamptz[], ${untils}::timestamptz[],
        ${hours}::timestamptz[]) w("userId", "from", "until", "hour")),
    ended AS (
      DELETE FROM "PendingNotification" p USING windows w
      WHERE p."userId" = w."userId" AND p."quarter" <= w."until" - interval '15 minutes'),
    subjects AS (
      SELECT w."userId", p."kind", p."subjectId", greatest(min(p."quarter"), w."from") AS "since",
        w."until", w."hour", s."readUpToId"
      FROM windows w JOIN "PendingNotification" p ON p."userId" = w."userId"
      JOIN "NotificationSettings" s ON s."userId" = w."userId"
      WHERE CASE p."kind" WHEN 'LIKE' THEN s."likes" WHEN 'SHARE' THEN s."shares"
        ELSE s."follows" END
        AND p."quarter" < w."until"
        AND (w."from" IS NULL OR p."quarter" > w."from" - interval '15 minutes')
      GROUP BY w."userId", p."kind", p."subjectId", w."from", w."until", w."hour",
        s."readUpToId"),
    found AS (
      SELECT s.*, g."id" AS "groupId", coalesce(g."since", s."since") AS "start"
      FROM subjects s LEFT JOIN LATERAL (
        SELECT n."id", n."since" FROM "Notification" n
        WHERE n."userId" = s."userId" AND n."id" >= oldest_id_at(s."hour")
          AND (s."readUpToId" IS NULL OR n."id" > s."readUpToId")
          AND n."kind" = s."kind" AND (n."kind" = 'FOLLOW' OR n."postId" = s."subjectId")
          AND n."since" >= s."hour" AND n."since" < s."hour" + interval '1 hour'
        LIMIT 1) g ON s."hour" IS NOT NULL),
    acts AS (
      SELECT s.*, l."postId", l."userId" AS "actorId", l."createdAt" AS "at"
      FROM found s JOIN "Like" l ON l."postId" = s."subjectId"
        AND l."createdAt" >= s."start" AND l."createdAt" < s."until"
      WHERE s."kind" = 'LIKE'
      UNION ALL
      SELECT s.*, e."postId", e."actorId", id_time(e."id")
      FROM found s JOIN "FeedEvent" e ON e."postId" = s."subjectId" AND e."kind" = 'SHARE'
        AND e."id" >= oldest_id_at(s."start") AND e."id" < oldest_id_at(s."until")
      WHERE s."kind" = 'SHARE'
      UNION ALL
      SELECT s.*, NULL, f."followerId", id_time(f."id")
      FROM found s JOIN "Follow" f ON f."followeeId" = s."userId"
        AND f."id" >= oldest_id_at(s."start") AND f."id" < oldest_id_at(s."until")
      WHERE s."kind" = 'FOLLOW')
    SELECT a."groupId" AS "id", a."userId", a."kind", a."postId", count(*)::int AS "actorsCount",
      (array_agg(a."actorId"::text ORDER BY a."at" DESC, a."actorId"))[1:3] AS "actorIds",
      CASE WHEN a."hour" IS NOT NULL THEN a."start" END AS "since"
    FROM acts a JOIN "User" u ON u."id" = a."actorId" AND u."disabledAt" IS NULL
    WHERE a."actorId" <> a."userId"
      AND NOT EXISTS (SELECT FROM hides_between(a."userId", a."actorId") OFFSET 0)
      AND (a."postId" IS NULL OR EXISTS (
        SELECT FROM visible_posts(a."userId") p WHERE p."id" = a."postId"))
    GROUP BY a."userId", a."kind", a."postId", a."groupId", a."start", a."hour", a."since"
    HAVING max(a."at") >= a."since"
    ORDER BY max(a."at"), a."postId"`
}
