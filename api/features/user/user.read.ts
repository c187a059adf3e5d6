import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import {
  toUserRow,
  type UserRow,
  type UserStateTuple,
  type UserTuple,
  userState,
  userTuple,
} from './user.row.ts'

/** Reads users for a viewer, in batches. Returns null if there is no such user. */
export interface UserReads {
  byId(id: string, viewerId: string | null): Promise<UserRow | null>
  byUsername(username: string, viewerId: string | null): Promise<UserRow | null>
  /** Ignores blocks: for moderators, and for the person who blocks or unblocks. */
  evenIfBlocked(id: string, viewerId: string): Promise<UserRow | null>
}

interface UserKey {
  key: string
  viewerId: string | null
}

/** As many keys as one operation can contain. */
const batchOptions = { name: 'user', concurrency: 2, maxBatchSize: 100 }

export const userReads = perDatabase((database: QueryClient): UserReads => {
  const readBy = (users: Prisma.Sql, match: Prisma.Sql) =>
    createBatcher(
      (keys: readonly UserKey[]) => readUsers(database, { users, match, keys }),
      batchOptions,
    )
  const visible = Prisma.sql`visible_users(k."viewerId")`
  const isKey = Prisma.sql`a."id" = k."key"::uuid`
  const byId = readBy(visible, isKey)
  const byUsername = readBy(visible, Prisma.sql`a."username" = k."key"`)
  const evenIfBlocked = readBy(Prisma.sql`"User"`, isKey)
  return {
    byId: (id, viewerId) => byId({ key: id, viewerId }),
    byUsername: (username, viewerId) => byUsername({ key: username, viewerId }),
    evenIfBlocked: (id, viewerId) => evenIfBlocked({ key: id, viewerId }),
  }
})

interface UserLookup {
  /** SQL for the table. */
  users: Prisma.Sql
  /** SQL for the condition that joins it to the keys `k`. */
  match: Prisma.Sql
  keys: readonly UserKey[]
}

async function readUsers(
  database: QueryClient,
  { users: table, match, keys }: UserLookup,
): Promise<(UserRow | null)[]> {
  const state = userState(Prisma.sql`k."viewerId"`)
  // SQL: set-based and hot (bench profile): one statement for a batch of lookups.
  const rows = await database.rows<{
    entry: [index: number, user: UserTuple, state: UserStateTuple]
  }>`
    SELECT json_build_array(k."index", ${userTuple}, ${state}) AS "entry"
    FROM unnest(${texts(keys.map(({ key }) => key))}, ${uuids(keys.map(({ viewerId }) => viewerId))})
      WITH ORDINALITY k("key", "viewerId", "index") JOIN ${table} a ON ${match}`
  const users: (UserRow | null)[] = keys.map(() => null)
  for (const { entry } of rows) {
    const [index, user, state] = entry
    users[index - 1] = toUserRow(user, state)
  }
  return users
}
