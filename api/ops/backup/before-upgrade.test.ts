import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { query as on } from '#api/database/embedded/cluster.ts'
import { migrate } from '#api/database/migrate.ts'
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
} from '#api/database/migrations-table.ts'
import { emptyDatabase, testDatabase } from '#api/test/database/database.ts'
import { makeFirstRelease } from '#api/test/database/first-release.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { readArchive } from './archive.ts'
import { backUpBeforeUpgrade } from './before-upgrade.ts'
import { withConnection } from './connection.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const authSecret = 'from the environment'

function folder(): string {
  const created = mkdtempSync(path.join(tmpdir(), 'good-vibes-upgrade-'))
  registerCleanup(() => rmSync(created, { recursive: true, force: true }))
  return created
}

const tablesIn = (directUrl: string) =>
  on(directUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)

async function emptyInstallation() {
  return { directUrl: await emptyDatabase(), dataDir: folder() }
}

test('an earlier database is backed up before its migration', async () => {
  const directUrl = await emptyDatabase()
  const dataDir = folder()
  expect(
    await backUpBeforeUpgrade({ dataDir, authSecret, databaseUrls: [] }, { directUrl }),
  ).toBeNull()
  const [last, ...before] = readMigrations().toReversed()
  if (!last || !before[0]) throw new RangeError('The test needs two migrations')
  await withConnection(directUrl, async (client) => {
    await createMigrationsTable(client)
    for (const migration of before.toReversed()) await applyMigration(client, migration)
  })
  mkdirSync(path.join(dataDir, 'backups'))
  for (const day of [1, 2, 3])
    writeFileSync(path.join(dataDir, 'backups', `2020010${day}000000_old.tar.gz`), '')
  const file =
    (await backUpBeforeUpgrade({ dataDir, authSecret, databaseUrls: [] }, { directUrl })) ?? ''
  expect(path.basename(file)).toBe(`${before[0].name}.tar.gz`)
  expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(3)
  expect(await migrate(directUrl)).toMatchObject({ migrations: [last.name] })
  expect(
    await backUpBeforeUpgrade({ dataDir, authSecret, databaseUrls: [] }, { directUrl }),
  ).toBeNull()
  expect(await restoreBackup(file, await emptyInstallation())).toMatchObject({
    migrated: [last.name],
  })
})

test('a changed function alone makes no backup', async () => {
  const { url: directUrl } = await testDatabase()
  await on(directUrl, 'DROP FUNCTION search_any')
  expect(
    await backUpBeforeUpgrade({ dataDir: folder(), authSecret, databaseUrls: [] }, { directUrl }),
  ).toBeNull()
})

const MIGRATIONS_OF_FIRST_RELEASE = 17

test.each([
  ['version 0.1.0', MIGRATIONS_OF_FIRST_RELEASE, ''],
  [
    'an earlier version',
    6,
    `DELETE FROM "_prisma_migrations" WHERE migration_name > '20261121000500_search_one_look'`,
  ],
])(
  'restoring a backup of %s is rejected with instructions, and leaves nothing',
  async (_, migrations, change) => {
    const directUrl = await emptyDatabase()
    await makeFirstRelease(directUrl)
    await on(directUrl, change)
    const file = path.join(folder(), 'first.tar.gz')
    await writeBackup(file, { directUrl, dataDir: folder(), authSecret })
    expect(await manifestOf(file)).toMatchObject({ migrations: { length: migrations } })
    const installation = await emptyInstallation()
    await expect(restoreBackup(file, installation)).rejects.toMatchObject({
      name: 'OperatorError',
      message:
        `${file} holds a database of version 0.1.0 or earlier, which this version can't restore. ` +
        'Restore it with version 0.1.0, then start this version on the restored data.',
    })
    expect([await tablesIn(installation.directUrl), readdirSync(installation.dataDir)]).toEqual([
      [],
      [],
    ])
  },
)

test('a 0.1.0 database is backed up in the format of 0.1.0 before it is adopted', async () => {
  const directUrl = await emptyDatabase()
  await makeFirstRelease(directUrl)
  const migrations = await on(
    directUrl,
    'SELECT migration_name AS name, checksum FROM "_prisma_migrations" ORDER BY 1',
  )
  const dataDir = folder()
  const file =
    (await backUpBeforeUpgrade({ dataDir, authSecret, databaseUrls: [] }, { directUrl })) ?? ''
  expect(path.basename(file)).toBe('20261122200000_news_of_truncated_sessions.tar.gz')
  expect(await manifestOf(file)).toMatchObject({ format: 1, migrations })
  await migrate(directUrl)
  expect(
    await backUpBeforeUpgrade({ dataDir, authSecret, databaseUrls: [] }, { directUrl }),
  ).toBeNull()
})

async function manifestOf(file: string): Promise<unknown> {
  const first = (await readArchive(file).next()).value
  return JSON.parse(first ? await text(first.content) : '')
}
