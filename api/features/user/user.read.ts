import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts } from '#api/database/list.ts'
import { type UserJson, type UserRow, userJson, userOf } from './user.row.ts'

/** Reads people; those that are asked for together share a statement. Null where there is nobody. */
export interface UserReads {
  byId(id: string): Promise<UserRow | null>
  byUsername(username: string): Promise<UserRow | null>
}

/** As many as an operation can ask for by their ids. */
const bounds = { name: 'user', concurrency: 2, maxBatchSize: 100 }

export function createUserReads(database: QueryClient): UserReads {
  return {
    byId: createBatcher(
      (ids: readonly string[]) => read(database, Prisma.sql`a."id" = k."key"::uuid`, ids),
      bounds,
    ),
    byUsername: createBatcher(
      (names: readonly string[]) => read(database, Prisma.sql`a."username" = k."key"`, names),
      bounds,
    ),
  }
}

async function read(
  database: QueryClient,
  match: Prisma.Sql,
  keys: readonly string[],
): Promise<(UserRow | null)[]> {
  // SQL: set-based and hot (bench profile): accounts that several callers look up at the time.
  const rows = await database.rows<{ found: [index: number, user: UserJson] }>`
    SELECT json_build_array(k."index", ${userJson}) AS "found"
    FROM unnest(${texts(keys)}) WITH ORDINALITY k("key", "index") JOIN "User" a ON ${match}`
  const people: (UserRow | null)[] = keys.map(() => null)
  for (const { found } of rows) people[found[0] - 1] = userOf(found[1])
  return people
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
