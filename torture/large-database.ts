import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
} from '#api/database/migrations-table.ts'
import { makeFirstRelease } from '#api/test/database/first-release.ts'

/** The migrations of version 0.2.0. */
const MIGRATIONS_OF_0_2 = 3
/** A change of the tables may hold up no read and no write for longer. */
const MAX_WAIT_MS = 1_000
const PAUSE_MS = 5

/** Rows with smaller ids belong to no user of the product. */
const OLDER_THAN = '01900000-0000-0000-0000-000000000000'
const STATEMENTS = [
  `SELECT p."content", a."displayName" FROM "Post" p JOIN "User" a ON a."id" = p."authorId"
    ORDER BY p."id" DESC LIMIT 20`,
  `UPDATE "Post" SET "content" = "content" WHERE "id" = (SELECT "id" FROM "Post" LIMIT 1)`,
  `UPDATE "User" SET "bio" = 'Still here' WHERE "id" = (SELECT "id" FROM "User" LIMIT 1)`,
  `DELETE FROM "Like" WHERE ("userId", "postId") = (
    SELECT "userId", "postId" FROM "Like" WHERE "postId" < '${OLDER_THAN}' LIMIT 1)`,
  `UPDATE "Session" SET "updatedAt" = now() WHERE "id" = (SELECT "id" FROM "Session" LIMIT 1)`,
]

/** Ids ascend with the number, as UUIDv7 does with the time. */
const id = (kind: number, number: string) =>
  `('01890000-0000-7000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`

export const oldVersions = ['0.1.0', '0.2.0'] as const
export type OldVersion = (typeof oldVersions)[number]

/**
 * Creates the tables of an old version.
 * @param rows of posts and of likes each
 */
export async function createLargeDatabase(
  url: string,
  version: OldVersion,
  rows: number,
): Promise<void> {
  if (version === '0.1.0') await makeFirstRelease(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if (version === '0.2.0') {
      await createMigrationsTable(client)
      for (const migration of readMigrations().slice(0, MIGRATIONS_OF_0_2))
        await applyMigration(client, migration)
    }
    // The functions of the triggers of 0.2.0 are not there.
    await client.query(`SET session_replication_role = replica`)
    const users = Math.max(1, Math.round(rows / 5))
    await client.query(
      `INSERT INTO "User" ("id", "displayName", "username", "email", "updatedAt")
       SELECT ${id(1, 'n')}, 'Person ' || n, 'person_' || n, n || '@example.org', now()
       FROM generate_series(1, ${users}) n`,
    )
    await client.query(
      `INSERT INTO "Session" ("id", "token", "userId", "expiresAt", "updatedAt")
       SELECT ${id(2, 'n')}, 'token ' || n, ${id(1, 'n')}, now() + interval '30 days', now()
       FROM generate_series(1, ${users}) n`,
    )
    await client.query(
      `INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt", "likesCount")
       SELECT ${id(3, 'n')}, ${id(1, `n % ${users} + 1`)}, 'A good thing, number ' || n, 'TEXT', now(), 1
       FROM generate_series(1, ${rows}) n`,
    )
    await client.query(
      `INSERT INTO "Like" ("userId", "postId")
       SELECT ${id(1, `(n * 7) % ${users} + 1`)}, ${id(3, 'n')} FROM generate_series(1, ${rows}) n`,
    )
    await client.query(
      `INSERT INTO "PostSearch" ("postId", "text", "grams")
       SELECT "id", "content", ARRAY[1, 2, 3] FROM "Post"`,
    )
    await client.query(
      `INSERT INTO "UserSearch" ("userId", "text", "grams")
       SELECT "id", "username", ARRAY[1, 2, 3] FROM "User"`,
    )
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

interface Statements {
  url: string
  /** What the work is, for the output. */
  name: string
  /** "replica" leaves out triggers. */
  role?: 'origin' | 'replica'
}

/**
 * Repeats a read and writes while the work goes on. Prints how long the work and the slowest of
 * each took.
 * @returns a problem for each statement that had to wait too long
 */
export async function whileStatementsRun(
  { url, name, role = 'origin' }: Statements,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const end = new AbortController()
  const waits = Promise.all(
    STATEMENTS.map((statement) => longestWait({ url, role, statement }, end.signal)),
  )
  // A failure is thrown when the work is done.
  waits.catch(() => undefined)
  const startedAt = performance.now()
  await work().finally(() => {
    end.abort()
    return waits
  })
  const seconds = (performance.now() - startedAt) / 1_000
  const longest = await waits
  const list = longest.map((ms) => `${Math.round(ms)} ms`).join(', ')
  console.log(`${name}: ${seconds.toFixed(1)} s; longest waits ${list}`)
  return longest.flatMap((ms, index) =>
    ms > MAX_WAIT_MS
      ? [`${name}: a statement waited for ${Math.round(ms)} ms: ${STATEMENTS[index]}`]
      : [],
  )
}

/** Repeats a statement until the signal. @returns the longest time that it took, in milliseconds */
async function longestWait(
  { url, role, statement }: { url: string; role: string; statement: string },
  signal: AbortSignal,
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`SET session_replication_role = ${role}`)
  let longest = 0
  try {
    while (!signal.aborted) {
      const startedAt = performance.now()
      await client.query(statement)
      longest = Math.max(longest, performance.now() - startedAt)
      await setTimeout(PAUSE_MS)
    }
    return longest
  } finally {
    await client.end()
  }
}
