import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import {
  toUserRow,
  type UserRow,
  type UserStateTuple,
  type UserTuple,
  userState,
  userTuple,
} from '../user/user.row.ts'

interface MemberKey {
  id: string
  viewerId: string
}

const batchOptions = { name: 'moderation.member', concurrency: 2, maxBatchSize: 100 }

/**
 * Reads users as moderators see them: blocks and mutes have no effect. Null if there is no such
 * user.
 */
export const memberReads = perDatabase((database: Database) =>
  createBatcher(async (keys: readonly MemberKey[]): Promise<(UserRow | null)[]> => {
    // SQL: the same columns as everywhere else, without the visibility.
    const rows = await database.rows<{
      entry: [index: number, user: UserTuple, state: UserStateTuple]
    }>`
      SELECT json_build_array(
        k."index", ${userTuple}, ${userState(Prisma.sql`k."viewerId"`)}) AS "entry"
      FROM unnest(${uuids(keys.map(({ id }) => id))}, ${uuids(keys.map(({ viewerId }) => viewerId))})
        WITH ORDINALITY k("id", "viewerId", "index") JOIN "User" a ON a."id" = k."id"`
    const users: (UserRow | null)[] = keys.map(() => null)
    for (const { entry } of rows) {
      const [index, user, state] = entry
      users[index - 1] = toUserRow(user, state)
    }
    return users
  }, batchOptions),
)
