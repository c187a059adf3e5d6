import type { NotificationKind } from '#api/database/generated/prisma/enums.ts'
import { timeOf, toPublicId } from '#api/lib/ids.ts'
import { newestFirst, PAGE_SIZE } from './export.read.ts'
import { list, type Sections } from './export.section.ts'

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

interface ExportedThanks {
  id: string
  postId: string
  text: string
  isSent: boolean
  /** The username of the other person. */
  other: string
}

/** The notifications and thanks that an account can see, newest first. */
export const notifications = {
  notifications: (database, { id: userId }) =>
    list(
      newestFirst(
        // SQL: visibility is defined by SQL functions.
        (before) => database.$queryRaw<ExportedNotification[]>`
          SELECT n."id", n."kind", n."actorsCount", n."postId", n."replyId", n."thanksId",
            n."reportId", (SELECT array_agg(u."username" ORDER BY a."rank")
              FROM "NotificationActor" a
              JOIN "User" u ON u."id" = a."userId" WHERE a."notificationId" = n."id"
                AND NOT EXISTS (SELECT FROM hides_between(n."userId", a."userId") OFFSET 0)
            ) AS "newestActors"
          FROM visible_notifications(${userId}::uuid, ${userId}::uuid) n
          WHERE n."id" < ${before}::uuid ORDER BY n."id" DESC LIMIT ${PAGE_SIZE}`,
      ),
      ({ id, kind, actorsCount, newestActors, ...subject }) => ({
        id: toPublicId('Notification', id),
        kind,
        ...(newestActors && { actorsCount, newestActors }),
        postId: subject.postId && toPublicId('Post', subject.postId),
        replyId: subject.replyId && toPublicId('Post', subject.replyId),
        thanksId: subject.thanksId && toPublicId('Thanks', subject.thanksId),
        reportId: subject.reportId && toPublicId('Report', subject.reportId),
        createdAt: timeOf(id),
      }),
    ),
  // What they sent and received. The sender does not learn that thanks are hidden from the author.
  thanks: (database, { id: userId }) =>
    list(
      newestFirst(
        // SQL: as above.
        (before) => database.$queryRaw<ExportedThanks[]>`
          SELECT t."id", t."postId", t."text", t."senderId" = ${userId}::uuid AS "isSent",
            o."username" AS "other"
          FROM "Thanks" t JOIN visible_posts(${userId}::uuid) p ON p."id" = t."postId"
          JOIN "User" o ON o."id" =
            CASE WHEN t."senderId" = ${userId}::uuid THEN p."authorId" ELSE t."senderId" END
          WHERE t."id" < ${before}::uuid AND (t."senderId" = ${userId}::uuid
            OR (p."authorId" = ${userId}::uuid AND t."hiddenById" IS NULL
              AND NOT EXISTS (SELECT FROM hides_between(p."authorId", t."senderId") OFFSET 0)))
          ORDER BY t."id" DESC LIMIT ${PAGE_SIZE}`,
      ),
      ({ id, postId, text, isSent, other }) => ({
        id: toPublicId('Thanks', id),
        postId: toPublicId('Post', postId),
        ...(isSent ? { to: other } : { from: other }),
        text,
        createdAt: timeOf(id),
      }),
    ),
} satisfies Sections
