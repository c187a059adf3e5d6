import type { Database } from '#api/database/client.ts'
import { oldestIdAt } from '#api/lib/ids.ts'
import { WEEK_MS } from './settings.write.ts'

/** What a week brought. */
export interface WeeklyEmail {
  userId: string
  /** Whether it is sent at all: the address is verified, and the account is in use. */
  isReachable: boolean
  username: string
  email: string
  likes: number
  shares: number
  follows: number
  replies: number
  thanks: number
}

/** As many as a shutdown may lose, because they are marked as sent before. */
const BATCH_SIZE = 20

/** Takes a few of the emails that are due, so that no machine sends one twice. */
export function takeDueEmails(database: Database, now: number): Promise<WeeklyEmail[]> {
  const [due, next] = [new Date(now), new Date(now + WEEK_MS)]
  const since = oldestIdAt(now - WEEK_MS)
  // SQL: skips users whom another machine serves. Uses NotificationSettings_weeklyEmailAt_idx.
  return database.$queryRaw<WeeklyEmail[]>`
    WITH due AS (
      SELECT "userId" FROM "NotificationSettings" WHERE "weeklyEmailAt" <= ${due}::timestamptz
      ORDER BY "weeklyEmailAt" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED),
    taken AS (
      UPDATE "NotificationSettings" s SET "weeklyEmailAt" = ${next}::timestamptz
      FROM due WHERE s."userId" = due."userId" RETURNING s."userId")
    SELECT u."id" AS "userId", u."username", u."email", week.*,
      u."emailVerified" AND u."disabledAt" IS NULL AND NOT u."needsUsername" AS "isReachable"
    FROM taken JOIN "User" u ON u."id" = taken."userId"
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(n."actorsCount") FILTER (WHERE n."kind" = 'LIKE'), 0)::int AS "likes",
        coalesce(sum(n."actorsCount") FILTER (WHERE n."kind" = 'SHARE'), 0)::int AS "shares",
        coalesce(sum(n."actorsCount") FILTER (WHERE n."kind" = 'FOLLOW'), 0)::int AS "follows",
        (count(*) FILTER (WHERE n."kind" = 'REPLY'))::int AS "replies",
        (count(*) FILTER (WHERE n."kind" = 'THANKS'))::int AS "thanks"
      FROM visible_notifications(u."id", u."id") n WHERE n."id" >= ${since}::uuid) week`
}
