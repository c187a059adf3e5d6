import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#api/database/migrate.ts'
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
} from '#api/database/migrations-table.ts'
import { hasPostgres15, startPostgres15 } from '#api/test/database/postgres-15.ts'

/** The migrations of version 0.2.0. */
const MIGRATIONS_OF_0_2 = 3
/** An upgrade may hold up no read and no write for longer. */
const MAX_WAIT_MS = 1_000
const PAUSE_MS = 5

const READS = `SELECT p."content", a."displayName" FROM "Post" p JOIN "User" a ON a."id" = p."authorId"
  ORDER BY p."id" DESC LIMIT 20`
/** What 0.2.0 writes, without what its triggers add. */
const WRITES = [
  `UPDATE "Post" SET "content" = "content" WHERE "id" = (SELECT "id" FROM "Post" LIMIT 1)`,
  `UPDATE "User" SET "bio" = 'Still here' WHERE "id" = (SELECT "id" FROM "User" LIMIT 1)`,
  `DELETE FROM "Like" WHERE ("userId", "postId") = (SELECT "userId", "postId" FROM "Like" LIMIT 1)`,
  `UPDATE "Session" SET "updatedAt" = now() WHERE "id" = (SELECT "id" FROM "Session" LIMIT 1)`,
]

/**
 * Upgrades a database of version 0.2.0 while others read and write it.
 * @param rows of posts and of likes each
 * @returns problems; null when PostgreSQL 15 is not installed
 */
export async function upgradeUnderLoad(rows: number): Promise<string[] | null> {
  if (!hasPostgres15()) return null
  const postgres = await startPostgres15()
  try {
    await createDatabaseOf02(postgres.url, rows)
    const end = new AbortController()
    const waits = [READS, ...WRITES].map((statement) =>
      longestWait(postgres.url, statement, end.signal),
    )
    const startedAt = performance.now()
    await migrate(postgres.url)
    const seconds = (performance.now() - startedAt) / 1_000
    end.abort()
    const longest = await Promise.all(waits)
    console.log(
      `upgrade: ${rows} posts and likes in ${seconds.toFixed(1)} s; longest waits ${longest.map((ms) => `${Math.round(ms)} ms`).join(', ')}`,
    )
    return longest.flatMap((ms, index) =>
      ms > MAX_WAIT_MS
        ? [`A statement waited for ${Math.round(ms)} ms: ${[READS, ...WRITES][index]}`]
        : [],
    )
  } finally {
    await postgres.stop()
  }
}

/** Ids ascend with the number, as UUIDv7 does with the time. */
const id = (kind: number, number: string) =>
  `('01890000-0000-7000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`

async function createDatabaseOf02(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await createMigrationsTable(client)
    for (const migration of readMigrations().slice(0, MIGRATIONS_OF_0_2))
      await applyMigration(client, migration)
    // The functions of its triggers are not there.
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
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

/** Repeats a statement until the signal. @returns the longest time that it took, in milliseconds */
async function longestWait(url: string, statement: string, signal: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SET session_replication_role = replica')
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
