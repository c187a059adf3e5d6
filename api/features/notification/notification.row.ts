import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { NotificationKind } from '#api/database/generated/prisma/enums.ts'
import { type ActorTuple, actorTuple, toActor } from '../share/share.row.ts'
import type { AuthorRow } from '../user/user.row.ts'

export interface NotificationRow {
  /** UUIDv7 of the delivery. */
  id: string
  kind: NotificationKind
  isRead: boolean
  postId: string | null
  actorsCount: number
  /** The newest people of a group whom the recipient can see, newest first. */
  actors: AuthorRow[]
  replyId: string | null
  thanksId: string | null
  reportId: string | null
  eventId: string | null
  webhookId: string | null
}

export type NotificationTuple = [
  ...[id: string, kind: NotificationKind, isRead: boolean, postId: string | null],
  ...[actorsCount: number, actors: ActorTuple[] | null, replyId: string | null],
  ...[thanksId: string | null, reportId: string | null, eventId: string | null],
  webhookId: string | null,
]

/**
 * SQL for the recipient as `hider` if anything hides people from them, else NULL: most people hide
 * no one, and then nothing is looked up for each person.
 * @param userId SQL of a UUID
 */
export const hiderOf = (userId: Prisma.Sql) => Prisma.sql`(
  SELECT CASE WHEN EXISTS (SELECT FROM hidden_users(${userId})) THEN ${userId} END AS "hider"
  OFFSET 0)`

/** SQL for a `NotificationTuple` of a row `n`, the recipient's settings `r` and `hiderOf`, `h`. */
export const notificationTuple = Prisma.sql`json_build_array(
  n."id", n."kind", coalesce(n."id" <= r."readUpToId", false), n."postId", n."actorsCount",
  (SELECT json_agg(${actorTuple} ORDER BY m."rank")
    FROM "NotificationActor" m JOIN "User" s ON s."id" = m."userId"
    WHERE m."notificationId" = n."id"
      AND (h."hider" IS NULL
        OR NOT EXISTS (SELECT FROM hides_between(h."hider", m."userId") OFFSET 0))),
  n."replyId", n."thanksId", n."reportId", n."eventId", n."webhookId")`

export function toNotification(tuple: NotificationTuple): NotificationRow {
  const [id, kind, isRead, postId, actorsCount, actors, ...subjects] = tuple
  const [replyId, thanksId, reportId, eventId, webhookId] = subjects
  return {
    ...{ id, kind, isRead, postId, actorsCount },
    actors: (actors ?? []).map(toActor),
    ...{ replyId, thanksId, reportId, eventId, webhookId },
  }
}
