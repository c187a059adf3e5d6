import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { readSchemaCatalog } from '#api/test/database/schema-catalog.ts'
import { query } from './embedded/cluster.ts'
import { readFunctions } from './functions.ts'
import { isMigrated, migrate } from './migrate.ts'

/** SQL that creates a function of an earlier version. */
const earlier = (signature: string, returns: string, body: string) => `
  CREATE OR REPLACE FUNCTION ${signature} RETURNS ${returns} LANGUAGE plpgsql AS $$BEGIN ${body}; END$$;
  COMMENT ON FUNCTION ${signature} IS 'api/database/functions, SHA-256 ${'0'.repeat(64)}';`

test.each([
  ['has another text', earlier('count_like()', 'trigger', 'RETURN NULL'), ['count_like']],
  [
    'has other parameters',
    `DROP FUNCTION author_gram; ${earlier('author_gram(bigint)', 'text', 'RETURN 1')}`,
    ['author_gram'],
  ],
  [
    'has another result',
    `DROP FUNCTION author_gram; ${earlier('author_gram(uuid)', 'text', 'RETURN 1')}`,
    ['author_gram'],
  ],
  ['exists twice', earlier('author_gram(bigint)', 'text', 'RETURN 1'), []],
  ['is missing', 'DROP FUNCTION search_posts', ['search_posts']],
  ['no longer has a file', earlier('search_whole(text)', 'text', 'RETURN 1'), []],
])('the next start repairs a function that %s', async (_, change, functions) => {
  const { url } = await testDatabase()
  const before = await readSchemaCatalog(url)
  await query(url, change)
  expect(await isMigrated(url)).toBe(false)
  expect(await migrate(url)).toEqual({ migrations: [], functions })
  expect(await isMigrated(url)).toBe(true)
  expect(await readSchemaCatalog(url)).toEqual(before)
})

test('functions that an administrator created are left alone', async () => {
  const { url } = await testDatabase()
  await query(url, `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`)
  expect(await isMigrated(url)).toBe(true)
  await query(url, 'DROP FUNCTION search_any')
  await migrate(url)
  expect(await query(url, 'SELECT mine()')).toEqual([{ mine: 1 }])
})

test('a function that cannot be dropped fails the start, which changes nothing', async () => {
  const { url } = await testDatabase()
  await query(
    url,
    `${earlier('retired(int)', 'int', 'RETURN 1')}
      CREATE VIEW dependent AS SELECT retired(1); DROP FUNCTION search_any`,
  )
  const before = await readSchemaCatalog(url)
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(
      /^The database function retired\(integer\) could not be updated, and nothing has changed: /,
    ),
  })
  expect(await readSchemaCatalog(url)).toEqual(before)
})

test('each file creates the function of its name, and its comment names only existing indexes', async () => {
  const { url } = await testDatabase()
  const indexes = (
    await query<{ name: string }>(url, 'SELECT indexname AS name FROM pg_indexes')
  ).map(({ name }) => name)
  for (const { name, sql } of readFunctions()) {
    const [header = '', created] = sql.split(/^CREATE OR REPLACE FUNCTION (\w+)\(/m)
    expect([name, created]).toEqual([name, name])
    expect(header).toMatch(/^(-- .+\n)+$/)
    for (const [index] of header.matchAll(/\w+_idx\b/g)) expect(indexes).toContain(index)
  }
})
