import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { DEMO_USER_UUID, oldestIdAt } from '#api/lib/ids.ts'
import {
  toUserRow,
  type UserRow,
  type UserStateTuple,
  type UserTuple,
  userState,
  userTuple,
} from '../user/user.row.ts'
import { isListed } from '../visibility/is-listed.ts'

export const MAX_SUGGESTIONS = 12
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000
/** The newest posts whose authors are candidates. Bounds the cost of a busy feed. */
const MAX_POSTS = 1_000

/** People to follow: authors of recent posts, those with few followers first. */
export async function suggestedUsers(
  database: QueryClient,
  viewerId: string | null,
): Promise<UserRow[]> {
  const since = oldestIdAt(Date.now() - MAX_AGE_MS)
  const viewer = Prisma.sql`${viewerId}::uuid`
  // SQL: joins the viewer's follows.
  const rows = await database.rows<{ user: UserTuple; state: UserStateTuple }>`
    SELECT ${userTuple} AS "user", ${userState(viewer)} AS "state" FROM "User" a
    WHERE a."id" IN (
        SELECT p."authorId" FROM (
          SELECT "authorId" FROM visible_posts(NULL)
          WHERE "id" >= ${since}::uuid AND NOT "isReply"
          ORDER BY "id" DESC LIMIT ${MAX_POSTS}::int) p)
      AND a."disabledAt" IS NULL
      AND (a."suspendedAt" IS NULL OR a."suspendedUntil" <= now())
      AND a."id" <> ${DEMO_USER_UUID}::uuid AND a."id" IS DISTINCT FROM ${viewer}
      AND ${isListed(viewerId, Prisma.sql`a."id"`)}
      AND NOT EXISTS (
        SELECT FROM "Follow" f WHERE f."followerId" = ${viewer} AND f."followeeId" = a."id")
    ORDER BY a."followersCount", a."id" DESC LIMIT ${MAX_SUGGESTIONS}::int`
  return rows.map(({ user, state }) => toUserRow(user, state))
}
