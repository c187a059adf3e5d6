import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { UserListPage } from '../user/user.page.ts'
import { isVisible } from '../visibility/is-visible.ts'

/** SQL for the people who like a post, newest like first. The position is the time and the user. */
export function likedByRows(
  postId: string,
  { after, before, backwards, limit, viewerId }: UserListPage,
): Prisma.Sql {
  const order = Prisma.raw(backwards ? 'ASC' : 'DESC')
  const userOrder = Prisma.raw(backwards ? 'DESC' : 'ASC')
  return Prisma.sql`
    SELECT l."userId", l."createdAt"::text || '/' || l."userId" AS "position" FROM "Like" l
    WHERE l."postId" = ${postId}::uuid AND ${isVisible(viewerId, Prisma.sql`l."userId"`)}
      ${beyond(after, '<', '>')} ${beyond(before, '>', '<')}
    ORDER BY l."createdAt" ${order}, l."userId" ${userOrder} LIMIT ${limit}::int`
}

function beyond(position: string | null, time: '<' | '>', user: '<' | '>'): Prisma.Sql {
  if (position === null) return Prisma.empty
  const [createdAt, userId] = position.split('/')
  const equal = Prisma.raw(`${time}=`)
  return Prisma.sql`AND l."createdAt" ${equal} ${createdAt}::timestamptz
    AND (l."createdAt" ${Prisma.raw(time)} ${createdAt}::timestamptz
      OR l."userId" ${Prisma.raw(user)} ${userId}::uuid)`
}
