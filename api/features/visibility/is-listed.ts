import { Prisma } from '#api/database/generated/prisma/client.ts'

/**
 * SQL for a condition: whether a viewer's feeds and suggestions show a user: not if muted.
 * @param userId SQL of a UUID
 */
export function isListed(viewerId: string | null, userId: Prisma.Sql): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`
  return Prisma.sql`(${viewer} IS NULL
    OR NOT EXISTS (SELECT FROM hides_between(${viewer}, ${userId}) OFFSET 0))`
}
