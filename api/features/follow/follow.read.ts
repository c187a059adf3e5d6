import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import type { UserListPage } from '../user/user.page.ts'
import { isVisible } from '../visibility/is-visible.ts'

/** SQL for the people who follow a user, or whom the user follows: newest first. */
export function followRows(
  direction: 'followers' | 'following',
  userId: string,
  { after, before, backwards, limit, viewerId }: UserListPage,
): Prisma.Sql {
  const [owner, listed] =
    direction === 'followers'
      ? [Prisma.sql`f."followeeId"`, Prisma.sql`f."followerId"`]
      : [Prisma.sql`f."followerId"`, Prisma.sql`f."followeeId"`]
  return Prisma.sql`
    SELECT ${listed} AS "userId", f."id"::text AS "position" FROM "Follow" f
    WHERE ${owner} = ${userId}::uuid AND ${isVisible(viewerId, listed)}
      AND f."id" < ${after ?? MAX_UUID}::uuid AND f."id" > ${before ?? NIL_UUID}::uuid
    ORDER BY f."id" ${Prisma.raw(backwards ? 'ASC' : 'DESC')} LIMIT ${limit}`
}

export interface Follower {
  userId: string
  /** The UUID of the follow. */
  position: string
}

type FollowersPage = Pick<UserListPage, 'before' | 'backwards' | 'limit'>
export const NEWEST: FollowersPage = { before: null, backwards: false, limit: 1 }

/** Reads the user's own followers, from the primary. */
export function followersOf(userId: string, { database }: Context, page: FollowersPage) {
  // SQL: the same rows as those of the list of followers.
  return database.rows<Follower>`
    ${followRows('followers', userId, { after: null, viewerId: userId, ...page })}`
}
