import type { Database } from '#api/database/client.ts'
import type { NotificationKind } from '#api/database/generated/prisma/enums.ts'
import { MAX_UUID } from '#api/lib/ids.ts'
import { PAGE_SIZE, paginate } from './export.read.ts'

interface ExportedNotification {
  id: string
  kind: NotificationKind
  actorsCount: number
  /** Usernames. */
  newestActors: string[] | null
  postId: string | null
  replyId: string | null
  thanksId: string | null
  reportId: string | null
}

/** The notifications that an account can see, newest first. */
export function readNotifications(database: Database, userId: string) {
  return paginate((last: ExportedNotification | undefined) => {
    const before = last?.id ?? MAX_UUID
    // SQL: visibility is defined by SQL functions.
    return database.$queryRaw<ExportedNotification[]>`
      SELECT n."id", n."kind", n."actorsCount", n."postId", n."replyId", n."thanksId", n."reportId",
        (SELECT array_agg(u."username" ORDER BY a."rank") FROM "NotificationActor" a
          JOIN "User" u ON u."id" = a."userId" WHERE a."notificationId" = n."id"
            AND NOT EXISTS (SELECT FROM hides_between(n."userId", a."userId") OFFSET 0)
        ) AS "newestActors"
      FROM visible_notifications(${userId}::uuid, ${userId}::uuid) n
      WHERE n."id" < ${before}::uuid ORDER BY n."id" DESC LIMIT ${PAGE_SIZE}`
  })
}

interface ExportedThanks {
  id: string
  postId: string
  text: string
  isSent: boolean
  /** The username of the other person. */
  other: string
}

/** The thanks that an account sent and received, newest first. */
export function readThanks(database: Database, userId: string) {
  return paginate((last: ExportedThanks | undefined) => {
    const before = last?.id ?? MAX_UUID
    // SQL: as above. The sender does not learn that thanks are hidden from the author.
    return database.$queryRaw<ExportedThanks[]>`
      SELECT t."id", t."postId", t."text", t."senderId" = ${userId}::uuid AS "isSent",
        o."username" AS "other"
      FROM "Thanks" t JOIN visible_posts(${userId}::uuid) p ON p."id" = t."postId"
      JOIN "User" o
        ON o."id" = CASE WHEN t."senderId" = ${userId}::uuid THEN p."authorId" ELSE t."senderId" END
      WHERE t."id" < ${before}::uuid AND (t."senderId" = ${userId}::uuid
        OR (p."authorId" = ${userId}::uuid AND t."hiddenById" IS NULL
          AND NOT EXISTS (SELECT FROM hides_between(p."authorId", t."senderId") OFFSET 0)))
      ORDER BY t."id" DESC LIMIT ${PAGE_SIZE}`
  })
}
