import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import type { UserListPage } from '../user/user.page.ts'

/** Who is blocked too is in the list of blocks alone. */
const ACTIVE_MUTE = `(h."until" IS NULL OR h."until" > now())
  AND NOT EXISTS (SELECT FROM blocks_between(h."muterId", h."mutedId"))`

/** SQL for the people whom a user mutes or blocks, newest first. */
export function hiddenByRows(
  table: 'Mute' | 'Block',
  userId: string,
  { after, before, backwards, limit }: UserListPage,
): Prisma.Sql {
  const [owner, listed, isActive] =
    table === 'Mute'
      ? ['"muterId"', '"mutedId"', ACTIVE_MUTE]
      : ['"blockerId"', '"blockedId"', 'true']
  return Prisma.sql`
    SELECT h.${Prisma.raw(listed)} AS "userId", h."id"::text AS "position"
    FROM ${Prisma.raw(`"${table}"`)} h
    WHERE h.${Prisma.raw(owner)} = ${userId}::uuid AND ${Prisma.raw(isActive)}
      AND h."id" < ${after ?? MAX_UUID}::uuid AND h."id" > ${before ?? NIL_UUID}::uuid
    ORDER BY h."id" ${Prisma.raw(backwards ? 'ASC' : 'DESC')} LIMIT ${limit}`
}

/** The id of a user whom another one blocks, and so does not find otherwise. */
export async function blockedByUsername(
  database: Database,
  blockerId: string,
  username: string,
): Promise<string | null> {
  const block = await database.block.findFirst({
    where: { blockerId, blocked: { username } },
    select: { blockedId: true },
  })
  return block?.blockedId ?? null
}
