import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { uuids } from '#api/database/list.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import {
  type NotificationRow,
  type NotificationTuple,
  notificationTuple,
  toNotification,
} from './notification.row.ts'

interface Row {
  notification: NotificationTuple
}

const ofUser = (userId: string) => Prisma.sql`
  FROM visible_notifications(${userId}::uuid) n
  LEFT JOIN "NotificationSettings" r ON r."userId" = n."userId"`

/** Reads a page of a user's notifications, newest first. */
export async function notificationsPage(userId: string, args: PageArguments, context: Context) {
  const cursors = new Cursors(context.settings.authSecret, `notifications ${userId}`)
  const page = readPage(args, cursors)
  const after = page.after ? uuidFromBytes(page.after) : MAX_UUID
  const before = page.before ? uuidFromBytes(page.before) : NIL_UUID
  const order = Prisma.raw(page.backwards ? 'ASC' : 'DESC')
  // SQL: a keyset page of visible notifications, with the people of groups.
  const rows = await context.reads.database.rows<Row>`
    SELECT ${notificationTuple} AS "notification" ${ofUser(userId)}
    WHERE n."id" < ${after}::uuid AND n."id" > ${before}::uuid
    ORDER BY n."id" ${order} LIMIT ${page.size + 1}::int`
  const notifications = rows.map(({ notification }) => toNotification(notification))
  return connection(notifications, page, cursors, ({ id }) => uuidToBytes(id))
}

/** Reads the viewer's notifications by id, in the same order. Null for those of others. */
export async function notificationsById(
  ids: readonly string[],
  { reads, viewer }: Context,
): Promise<(NotificationRow | null)[]> {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  // SQL: as above.
  const rows = await reads.database.rows<Row>`
    SELECT ${notificationTuple} AS "notification" ${ofUser(viewer.id)}
    WHERE n."id" = ANY(${uuids(ids)})`
  const byId = new Map(
    rows.map(({ notification }) => [notification[0], toNotification(notification)]),
  )
  return ids.map((id) => byId.get(id) ?? null)
}

/** Counts the notifications that a user has not read, among those that they can see. */
export async function countUnread(userId: string, { reads }: Context): Promise<number> {
  // SQL: visibility is defined by a SQL function. Served by Notification_userId_id_idx.
  const [row] = await reads.database.rows<{ unread: number }>`
    SELECT count(*)::int AS "unread" FROM visible_notifications(${userId}::uuid) n
    WHERE n."id" > coalesce((SELECT r."readUpToId" FROM "NotificationSettings" r
      WHERE r."userId" = ${userId}::uuid), ${NIL_UUID}::uuid)`
  return row?.unread ?? 0
}
