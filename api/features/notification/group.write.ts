import type { Prisma } from '#api/database/generated/prisma/client.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import type { Group } from './pending.write.ts'

/**
 * Inserts groups with their newest people. Leaves out what was deleted meanwhile.
 * @param now in milliseconds since 1970
 */
export async function insertGroups(
  transaction: Prisma.TransactionClient,
  groups: readonly Group[],
  now: number,
): Promise<void> {
  if (groups.length === 0) return
  const ids = new IdGenerator()
  const rows = groups.map((group) => ({ id: ids.next(now), ...group }))
  const actors = rows.flatMap(({ id, actorIds }) =>
    actorIds.map((userId, index) => ({ id, userId, rank: index + 1 })),
  )
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) =>
    rows.map((row) => row[name])
  // SQL: set-based, row locks in order.
  await transaction.$executeRaw`
    WITH users AS MATERIALIZED (
      SELECT "id" FROM "User" WHERE "id" = ANY(${actors.map(({ userId }) => userId)}::uuid[])
      ORDER BY "id" FOR KEY SHARE),
    posts AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${column('postId')}::uuid[])
        AND (SELECT count(*) FROM users) > 0 ORDER BY "id" FOR KEY SHARE),
    groups AS (
      INSERT INTO "Notification" ("id", "userId", "kind", "postId", "actorsCount")
      SELECT g."id", g."userId", g."kind"::"NotificationKind", g."postId", g."actorsCount"
      FROM unnest(${column('id')}::uuid[], ${column('userId')}::uuid[], ${column('kind')}::text[],
        ${column('postId')}::uuid[], ${column('actorsCount')}::int[]
      ) g("id", "userId", "kind", "postId", "actorsCount")
      WHERE g."postId" IS NULL OR g."postId" IN (SELECT "id" FROM posts)
      ORDER BY g."id" RETURNING "id")
    INSERT INTO "NotificationActor" ("notificationId", "userId", "rank")
    SELECT a."id", a."userId", a."rank" FROM unnest(
      ${actors.map(({ id }) => id)}::uuid[], ${actors.map(({ userId }) => userId)}::uuid[],
      ${actors.map(({ rank }) => rank)}::int[]) a("id", "userId", "rank")
    JOIN groups ON groups."id" = a."id" JOIN users ON users."id" = a."userId"`
}
