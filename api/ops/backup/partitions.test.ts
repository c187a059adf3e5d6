import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { query as on } from '#api/database/embedded/cluster.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { emptyDatabase, testDatabase } from '#api/test/database/database.ts'
import { hasPostgres15 } from '#api/test/database/postgres-15.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const SCRIPT = path.join(import.meta.dirname, '../../../docs/operating/cluster/partition.sql')

function folder(): string {
  const created = mkdtempSync(path.join(tmpdir(), 'good-vibes-partitions-'))
  registerCleanup(() => rmSync(created, { recursive: true, force: true }))
  return created
}

/** Makes what a table holds its first partition. The next ones begin in 2099. */
async function split(url: string, table: string, key: string): Promise<void> {
  const variables = [`table=${table}`, `key=${key}`, 'from=2099-01-01']
  const assignments = variables.flatMap((variable) => ['-v', variable])
  try {
    await promisify(execFile)('psql', [url, '-q', ...assignments, '-f', SCRIPT])
  } catch (error) {
    // Autovacuum may hold a lock.
    if (!String(error).includes('lock timeout')) throw error
    await split(url, table, key)
  }
}

async function splitDatabase(): Promise<string> {
  const { database, url } = await testDatabase()
  const now = seeds({ database, ids: new IdGenerator() })
  const ann = await now.aUser()
  const first = await now.aPost({ by: ann })
  await now.aReply({ by: ann, to: first })
  await now.aLike({ by: ann, of: first })
  await split(url, 'Post', 'id')
  await split(url, 'Like', 'postId')
  const [row] = await on<{ id: string }>(url, `SELECT oldest_id_at('2099-02-14') AS "id"`)
  const later = seeds({ database, ids: new IdGenerator(row?.id) })
  await later.aLike({ by: ann, of: await later.aPost({ by: ann }) })
  return url
}

const rowsOf = (url: string, table: string) =>
  on(url, `SELECT to_jsonb(t) AS "row" FROM "${table}" t ORDER BY to_jsonb(t)::text`)

const tablesOf = (url: string) =>
  on(
    url,
    `SELECT relname FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  )

test.skipIf(!hasPostgres15())('a restore makes whole tables of those with partitions', async () => {
  const url = await splitDatabase()
  expect(await on(url, 'SELECT DISTINCT tableoid FROM "Post"')).toHaveLength(2)
  expect(await on(url, 'SELECT DISTINCT tableoid FROM "Like"')).toHaveLength(2)
  const file = path.join(folder(), 'backup.tar.gz')
  expect(
    await writeBackup(file, { directUrl: url, dataDir: folder(), authSecret: 'not stored' }),
  ).toMatchObject({ posts: 3, users: 1 })
  const restored = await emptyDatabase()
  expect(await restoreBackup(file, { directUrl: restored, dataDir: folder() })).toMatchObject({
    posts: 3,
    users: 1,
    foreign: [],
  })
  for (const table of ['User', 'Post', 'Like', 'PostSearch'])
    expect(await rowsOf(restored, table), table).toEqual(await rowsOf(url, table))
  expect(await tablesOf(restored)).toEqual(await tablesOf((await testDatabase()).url))
})
