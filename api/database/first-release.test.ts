import { expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#api/test/database/database.ts'
import { makeFirstRelease } from '#api/test/database/first-release.ts'
import { readSchemaCatalog } from '#api/test/database/schema-catalog.ts'
import { query } from './embedded/cluster.ts'
import { isMigrated, migrate } from './migrate.ts'
import { readMigrations } from './migrations-table.ts'

const [ANN, POST] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
const ROWS = `
  INSERT INTO "User" ("id", "displayName", "username", "email", "updatedAt") VALUES ('${ANN}', 'Ann', 'ann', 'ann@example.org', now());
  INSERT INTO "Post" ("id", "authorId", "content", "mediaType", "createdAt") VALUES ('${POST}', '${ANN}', 'Here first', 'TEXT', now());
  INSERT INTO "PostSearch" ("postId", "text", "grams") VALUES ('${POST}', ' here first ', '{7}');
  INSERT INTO "Like" ("userId", "postId") VALUES ('${ANN}', '${POST}')`

async function firstRelease(change = ''): Promise<string> {
  const url = await emptyDatabase()
  await makeFirstRelease(url)
  await query(url, ROWS + (change && `; ${change}`))
  return url
}

test('a database of 0.1.0 gets the schema and the migrations table of a new one', async () => {
  const url = await firstRelease()
  expect(await isMigrated(url)).toBe(false)
  // It has the tables and the search.
  const [, , ...missing] = readMigrations().map(({ name }) => name)
  expect(missing).toContain('20261123100200_triggers')
  expect(await migrate(url)).toMatchObject({ migrations: missing })
  expect(await isMigrated(url)).toBe(true)
  expect(await readSchemaCatalog(url)).toEqual(await readSchemaCatalog((await testDatabase()).url))
})

test('a database of 0.1.0 keeps its rows, its posts get events, and triggers still count likes', async () => {
  const url = await firstRelease()
  const rows = `SELECT p."content", p."likesCount", s."text", s."grams" = ARRAY[7, author_gram(p."authorId")] AS "indexed"
    FROM "Post" p JOIN "PostSearch" s ON s."postId" = p."id"`
  const before = await query(url, rows)
  expect(before).toEqual([
    { content: 'Here first', likesCount: 1, text: ' here first ', indexed: true },
  ])
  await migrate(url)
  expect(await query(url, rows)).toEqual(before)
  expect(
    await query(url, 'SELECT e."kind", e."id" = p."id" AS "hasId" FROM "FeedEvent" e, "Post" p'),
  ).toEqual([{ kind: 'POST', hasId: true }])
  await query(url, 'DELETE FROM "Like"')
  expect(await query(url, 'SELECT "likesCount" FROM "Post"')).toEqual([{ likesCount: 0 }])
})

test('an upgrade that fails leaves the database of 0.1.0 unchanged', async () => {
  const url = await firstRelease('CREATE VIEW grams AS SELECT author_gram("id") FROM "User"')
  const before = await readSchemaCatalog(url)
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'OperatorError',
    message:
      'The database could not be upgraded, and nothing has changed: cannot drop desired object(s) because other objects depend on them.',
  })
  expect(await readSchemaCatalog(url)).toEqual(before)
  await query(url, 'DROP VIEW grams')
  await migrate(url)
  expect(await isMigrated(url)).toBe(true)
})

test.each([
  [
    'older than 0.1.0',
    `DELETE FROM "_prisma_migrations" WHERE migration_name > '20261121000500'`,
    'This database was made by a version before 0.1.0. Start version 0.1.0 once, which upgrades it, then start this version.',
  ],
  [
    'of 0.1.0 with an unknown migration',
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '20261123040000_other', now())`,
    'The migrations of this database are not those of version 0.1.0, the only one that this version upgrades.',
  ],
  [
    'with a changed migration of 0.1.0',
    `UPDATE "_prisma_migrations" SET checksum = 'x' WHERE migration_name = '20261122180000_news_number'`,
    'The migrations of this database are not those of version 0.1.0, the only one that this version upgrades.',
  ],
])('a database %s is rejected and left unchanged', async (_, change, message) => {
  const url = await firstRelease(change)
  const before = await readSchemaCatalog(url)
  await expect(isMigrated(url)).rejects.toMatchObject({ name: 'OperatorError', message })
  await expect(migrate(url)).rejects.toMatchObject({ name: 'OperatorError', message })
  expect(await readSchemaCatalog(url)).toEqual(before)
})
