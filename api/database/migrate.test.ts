import { expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#api/test/database/database.ts'
import { query } from './embedded/cluster.ts'
import { readFunctions } from './functions.ts'
import { isMigrated, migrate } from './migrate.ts'
import { readMigrations } from './migrations-table.ts'

const names = readMigrations().map(({ name }) => name)
const functions = readFunctions().map(({ name }) => name)

test('concurrent starts apply every migration and function to an empty database once', async () => {
  const url = await emptyDatabase()
  expect(await isMigrated(url)).toBe(false)
  // `isMigrated` has created no table, so a backup can still be restored.
  expect(await query(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flatMap((each) => each.migrations)).toEqual(names)
  expect(applied.flatMap((each) => each.functions)).toEqual(functions)
  expect(await isMigrated(url)).toBe(true)
  const recorded = await query(
    url,
    'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name',
  )
  expect(recorded).toEqual(
    readMigrations().map(({ name, checksum }) => ({ migration_name: name, checksum })),
  )
})

test('a migration that fails is rolled back and named, and the next start retries it', async () => {
  const url = await emptyDatabase()
  // The first migration fails because this table exists already.
  await query(url, 'CREATE TABLE "Passkey" (id int)')
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'OperatorError',
    message: `Migration ${names[0]} failed and changed nothing: relation "Passkey" already exists.`,
  })
  expect(
    await query(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`),
  ).toEqual([{ tablename: 'Passkey' }, { tablename: '_prisma_migrations' }])
  await query(url, 'DROP TABLE "Passkey"')
  expect(await migrate(url)).toEqual({ migrations: names, functions })
})

test('a database of a newer version is left unchanged', async () => {
  const { url } = await testDatabase()
  await query(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_later', now())`,
  )
  await expect(migrate(url)).rejects.toThrow(
    'The database has migration 29990101000000_later, which this version does not know; start a newer one.',
  )
})

test('a migration that Prisma left unfinished stops the start', async () => {
  const { url } = await testDatabase()
  await query(
    url,
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${names[0]}'`,
  )
  await expect(migrate(url)).rejects.toThrow(
    `Migration ${names[0]} failed earlier: repair the database, then run "prisma migrate resolve".`,
  )
})
