import { Prisma } from '#api/database/generated/prisma/client.ts'

/**
 * SQL for a condition: whether no block is between a viewer and a user. Lists of people keep muted
 * ones.
 * @param userId SQL of a UUID
 */
export function isVisible(viewerId: string | null, userId: Prisma.Sql): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`
  return Prisma.sql`(${viewer} IS NULL
    OR NOT EXISTS (SELECT FROM blocks_between(${viewer}, ${userId}) OFFSET 0))`
}
