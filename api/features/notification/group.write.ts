import { Prisma } from '#api/database/generated/prisma/client.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import type { Group } from './pending.write.ts'

type Transaction = Prisma.TransactionClient
type Row = Group & { id: string }

/**
 * Inserts groups with their newest people, and adds people to unread groups that were delivered in
 * this hour. Leaves out what was deleted meanwhile.
 * @param now the time of new groups in milliseconds since 1970, by default the database's
 */
export async function writeGroups(
  transaction: Transaction,
  groups: readonly Group[],
  now?: number,
): Promise<void> {
  const isDelivered = (group: Group): group is Row => group.id !== null
  const created = groups.filter((group) => !isDelivered(group))
  if (created.length > 0) {
    const [ids, time] = [new IdGenerator(), now ?? (await databaseTime(transaction))]
    await insertGroups(
      transaction,
      created.map((group) => ({ ...group, id: ids.next(time) })),
    )
  }
  await updateGroups(transaction, groups.filter(isDelivered))
}

/**
 * In milliseconds since 1970. Other notifications have ids by this clock: a group with a time from
 * before them would arrive as read when they are.
 */
async function databaseTime(transaction: Transaction): Promise<number> {
  // SQL: the transaction began earlier.
  const [row] = await transaction.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS "now"`
  return row.now.getTime()
}

async function insertGroups(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name])
  // SQL: set-based, row locks in order.
  await transaction.$executeRaw`
    WITH users AS MATERIALIZED (${lockedActors(rows)}),
    posts AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${column('postId')}::uuid[])
        AND (SELECT count(*) FROM users) > 0 ORDER BY "id" FOR KEY SHARE),
    groups AS (
      INSERT INTO "Notification" ("id", "userId", "kind", "postId", "actorsCount", "since")
      SELECT g."id", g."userId", g."kind"::"NotificationKind", g."postId", g."actorsCount",
        g."since"
      FROM unnest(${column('id')}::uuid[], ${column('userId')}::uuid[], ${column('kind')}::text[],
        ${column('postId')}::uuid[], ${column('actorsCount')}::int[],
        ${column('since')}::timestamptz[]
      ) g("id", "userId", "kind", "postId", "actorsCount", "since")
      WHERE g."postId" IS NULL OR g."postId" IN (SELECT "id" FROM posts)
      ORDER BY g."id" RETURNING "id")
    ${insertActors(rows)}`
}

async function updateGroups(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  // SQL: set-based.
  await transaction.$executeRaw`
    WITH users AS MATERIALIZED (${lockedActors(rows)}),
    groups AS (
      UPDATE "Notification" n SET "actorsCount" = g."actorsCount"
      FROM unnest(${ids}::uuid[], ${rows.map(({ actorsCount }) => actorsCount)}::int[])
        g("id", "actorsCount")
      WHERE n."id" = g."id" AND (SELECT count(*) FROM users) > 0 RETURNING n."id")
    ${insertActors(rows)}
    ON CONFLICT ("notificationId", "userId") DO UPDATE SET "rank" = excluded."rank"`
  const { groupIds, userIds } = actorColumns(rows)
  // SQL: set-based. A group keeps its three newest people.
  await transaction.$executeRaw`
    DELETE FROM "NotificationActor" a WHERE a."notificationId" = ANY(${ids}::uuid[])
      AND (a."notificationId", a."userId") NOT IN (
        SELECT * FROM unnest(${groupIds}::uuid[], ${userIds}::uuid[]))
      AND EXISTS (
        SELECT FROM "NotificationActor" b
        JOIN unnest(${groupIds}::uuid[], ${userIds}::uuid[]) n("id", "userId")
          ON n."id" = b."notificationId" AND n."userId" = b."userId"
        WHERE b."notificationId" = a."notificationId")`
}

function actorColumns(rows: readonly Row[]) {
  const actors = rows.flatMap(({ id, actorIds }) =>
    actorIds.map((userId, index) => ({ id, userId, rank: index + 1 })),
  )
  return {
    groupIds: actors.map(({ id }) => id),
    userIds: actors.map(({ userId }) => userId),
    ranks: actors.map(({ rank }) => rank),
  }
}

const lockedActors = (rows: readonly Row[]) => Prisma.sql`
  SELECT "id" FROM "User" WHERE "id" = ANY(${actorColumns(rows).userIds}::uuid[])
  ORDER BY "id" FOR KEY SHARE`

/** SQL that inserts the people of the rows in `groups`, as far as they are among `users`. */
function insertActors(rows: readonly Row[]): Prisma.Sql {
  const { groupIds, userIds, ranks } = actorColumns(rows)
  return Prisma.sql`
    INSERT INTO "NotificationActor" ("notificationId", "userId", "rank")
    SELECT a."id", a."userId", a."rank"
    FROM unnest(${groupIds}::uuid[], ${userIds}::uuid[], ${ranks}::int[]) a("id", "userId", "rank")
    JOIN groups ON groups."id" = a."id" JOIN users ON users."id" = a."userId"`
}
