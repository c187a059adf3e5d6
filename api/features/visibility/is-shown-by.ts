import { Prisma } from '#api/database/generated/prisma/client.ts'

/**
 * SQL for a condition: whether a user shows their things to a viewer: not to those they block. The
 * viewer's own blocks do not count, so that people can report whom they blocked.
 * @param userId SQL of a UUID
 */
export function isShownBy(userId: Prisma.Sql, viewerId: string): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT FROM "Block" b WHERE b."blockerId" = ${userId} AND b."blockedId" = ${viewerId}::uuid)`
}
