import type { Context } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { inOrderOf } from '#api/database/in-order-of.ts'
import { integers, uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { limits } from '#rules/limits.ts'
import {
  hiderOf,
  type NotificationRow,
  type NotificationTuple,
  notificationTuple,
  toNotification,
} from './notification.row.ts'

/** A part of the notifications of a user. All ids are UUIDs. */
interface PageQuery {
  userId: string
  below: string
  above: string
  size: number
}

const RECIPIENT = Prisma.sql`q."userId"`
/** The largest page, and one row that shows whether another page follows. */
const MAX_ROWS = Prisma.raw(String(limits.pageSize.max + 1))

const notificationReads = perDatabase((database: QueryClient) => {
  const pagesIn = (order: 'ASC' | 'DESC') =>
    createBatcher((queries: readonly PageQuery[]) => readPages(database, order, queries), {
      name: 'notification.list',
      concurrency: 3,
      maxBatchSize: 8,
    })
  return {
    newestFirst: pagesIn('DESC'),
    oldestFirst: pagesIn('ASC'),
    unread: createBatcher((userIds: readonly string[]) => readUnread(database, userIds), {
      name: 'notification.unread',
      concurrency: 2,
      maxBatchSize: 64,
    }),
  }
})

async function readPages(
  database: QueryClient,
  direction: 'ASC' | 'DESC',
  queries: readonly PageQuery[],
): Promise<NotificationRow[][]> {
  const order = Prisma.raw(direction)
  // The planner needs the number of rows as a constant.
  // SQL: keyset pages of visible notifications, with the people of groups, in one statement.
  const rows = await database.rows<{ notifications: NotificationTuple[] | null }>`
    SELECT page."notifications" FROM unnest(
      ${uuids(queries.map(({ userId }) => userId))},
      ${uuids(queries.map(({ below }) => below))},
      ${uuids(queries.map(({ above }) => above))},
      ${integers(queries.map(({ size }) => size))}
    ) WITH ORDINALITY q("userId", "below", "above", "size", "index")
    CROSS JOIN LATERAL ${hiderOf(RECIPIENT)} h
    CROSS JOIN LATERAL (
      SELECT json_agg(f."notification") AS "notifications" FROM (
        SELECT ${notificationTuple} AS "notification" FROM (
          SELECT * FROM (
            SELECT * FROM visible_notifications(q."userId", h."hider") n
            WHERE n."id" < q."below" AND n."id" > q."above"
            ORDER BY n."id" ${order} LIMIT q."size") n LIMIT ${MAX_ROWS}) n
        LEFT JOIN "NotificationSettings" r ON r."userId" = n."userId"
        ORDER BY n."id" ${order}) f) page
    ORDER BY q."index"`
  return rows.map(({ notifications }) => notifications?.map(toNotification) ?? [])
}

/** Reads a page of a user's notifications, newest first. */
export async function notificationsPage(userId: string, args: PageArguments, context: Context) {
  const cursors = new Cursors(context.settings.authSecret, `notifications ${userId}`)
  const page = readPage(args, cursors)
  const { newestFirst, oldestFirst } = notificationReads(context.reads.database)
  const read = page.backwards ? oldestFirst : newestFirst
  const notifications = await read({
    userId,
    below: page.after ? uuidFromBytes(page.after) : MAX_UUID,
    above: page.before ? uuidFromBytes(page.before) : NIL_UUID,
    size: page.size + 1,
  })
  return connection(notifications, page, cursors, ({ id }) => uuidToBytes(id))
}

/** Reads the viewer's notifications by id, in the same order. Null for those of others. */
export async function notificationsById(
  ids: readonly string[],
  { reads, viewer }: Context,
): Promise<(NotificationRow | null)[]> {
  if (!viewer || viewer.isDemo) return ids.map(() => null)
  // SQL: as above.
  const rows = await reads.database.rows<{ notification: NotificationTuple }>`
    SELECT ${notificationTuple} AS "notification"
    FROM ${hiderOf(Prisma.sql`${viewer.id}::uuid`)} h
    CROSS JOIN LATERAL visible_notifications(${viewer.id}::uuid, h."hider") n
    LEFT JOIN "NotificationSettings" r ON r."userId" = n."userId"
    WHERE n."id" = ANY(${uuids(ids)})`
  const found = rows.map(({ notification }) => toNotification(notification))
  return inOrderOf(ids, found)
}

/** Counts the notifications that a user has not read, among those that they can see. */
export function countUnread(userId: string, { reads }: Context): Promise<number> {
  return notificationReads(reads.database).unread(userId)
}

async function readUnread(database: QueryClient, userIds: readonly string[]): Promise<number[]> {
  // SQL: visibility is defined by a SQL function. Served by Notification_userId_id_idx.
  const rows = await database.rows<{ unread: number }>`
    SELECT (SELECT count(*)::int FROM visible_notifications(q."userId", h."hider") n
      WHERE n."id" > coalesce(r."readUpToId", ${NIL_UUID}::uuid)) AS "unread"
    FROM unnest(${uuids(userIds)}) WITH ORDINALITY q("userId", "index")
    CROSS JOIN LATERAL ${hiderOf(RECIPIENT)} h
    LEFT JOIN "NotificationSettings" r ON r."userId" = q."userId"
    ORDER BY q."index"`
  return rows.map(({ unread }) => unread)
}
