import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts } from '#api/database/list.ts'
import { toUserRow, type UserRow, type UserTuple, userTuple } from './user.row.ts'

/** Reads users, in batches. Returns null if there is no such user. */
export interface UserReads {
  byId(id: string): Promise<UserRow | null>
  byUsername(username: string): Promise<UserRow | null>
}

/** As many keys as one operation can contain. */
const batchOptions = { name: 'user', concurrency: 2, maxBatchSize: 100 }

export function createUserReads(database: QueryClient): UserReads {
  return {
    byId: createBatcher(
      (ids: readonly string[]) => readUsers(database, Prisma.sql`a."id" = k."key"::uuid`, ids),
      batchOptions,
    ),
    byUsername: createBatcher(
      (names: readonly string[]) => readUsers(database, Prisma.sql`a."username" = k."key"`, names),
      batchOptions,
    ),
  }
}

async function readUsers(
  database: QueryClient,
  match: Prisma.Sql,
  keys: readonly string[],
): Promise<(UserRow | null)[]> {
  // SQL: set-based and hot (bench profile): one statement for a batch of lookups.
  const rows = await database.rows<{ entry: [index: number, user: UserTuple] }>`
    SELECT json_build_array(k."index", ${userTuple}) AS "entry"
    FROM unnest(${texts(keys)}) WITH ORDINALITY k("key", "index") JOIN "User" a ON ${match}`
  const users: (UserRow | null)[] = keys.map(() => null)
  for (const { entry } of rows) users[entry[0] - 1] = toUserRow(entry[1])
  return users
}

declare module '#api/context.ts' {
  interface Reads {
    users: UserReads
  }
  interface Services {
    /** Reads the primary. */
    users: UserReads
  }
}
