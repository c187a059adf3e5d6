import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, test } from 'vitest'
import { query as on } from '#api/database/embedded/cluster.ts'
import { migrate } from '#api/database/migrate.ts'
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
} from '#api/database/migrations-table.ts'
import { cleanUpMedia } from '#api/features/media/media.cleanup.ts'
import { storePicture } from '#api/features/media/media.write.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { emptyDatabase, testDatabase } from '#api/test/database.ts'
import { makeFirstRelease } from '#api/test/first-release.ts'
import { photo } from '#api/test/pictures.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { readArchive } from './archive.ts'
import { backUpBeforeUpgrade } from './before-upgrade.ts'
import { onConnection } from './connection.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const { database, url } = await testDatabase()
const { services } = await testServer({ database })
const { aUser, aPost, aLike, posts } = seeds(services)
const source = { directUrl: url, dataDir: services.settings.dataDir }
const FILE = path.join(folder(), 'backup.tar.gz')
writeFileSync(path.join(source.dataDir, 'auth-secret'), 'a secret of the place that is saved\n', {
  mode: 0o600,
})

const ann = await aUser({ displayName: 'Ann\t"\\N"\n☀️' })
const picture = await storePicture(services, ann.id, await photo().png().toBuffer())
const liked = await aPost({
  by: ann,
  content: 'A\\.\nB\r\n',
  imageUrl: picture.url,
  mediaId: picture.id,
})
await aLike({ by: ann, of: liked })
await posts(20, { by: ann })
const written = await writeBackup(FILE, source)
const saved = await contents(url)

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'good-vibes-backup-'))
  afterwards(() => rmSync(made, { recursive: true, force: true }))
  return made
}

async function contents(directUrl: string) {
  const rows: Record<string, unknown> = {}
  for (const name of [
    'User',
    'Post',
    'Like',
    'Media',
    'PostSearch',
    'UserSearch',
    'Session',
    'Account',
  ])
    rows[name] = await on(
      directUrl,
      `SELECT to_jsonb(t) AS row FROM "${name}" t ORDER BY to_jsonb(t)::text`,
    )
  rows.indexes = await on(
    directUrl,
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
  )
  rows.constraints = await on(
    directUrl,
    `SELECT conname, pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
  )
  rows.triggers = await on(
    directUrl,
    'SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  )
  return rows
}

const tablesIn = (directUrl: string) =>
  on(directUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)

async function emptyPlace() {
  return { directUrl: await emptyDatabase(), dataDir: folder() }
}

test('a restore that fails at its very end leaves the secret that was there', async () => {
  const dataDir = folder()
  const kept = path.join(dataDir, 'auth-secret')
  writeFileSync(kept, 'the secret of this place\n')
  let asked = 0
  // The store goes away once both files of the picture are in it.
  const hasFile = async () => {
    if (++asked > 2) throw new Error('The line is dead')
    return false
  }
  const pictures = {
    ...services.pictures,
    folder: null,
    hasFile,
    writeFile: async () => {},
    remove: async () => {},
  }
  const directUrl = await emptyDatabase()
  await expect(restoreBackup(FILE, { directUrl, dataDir, pictures })).rejects.toThrow(
    'The line is dead',
  )
  expect(readFileSync(kept, 'utf8')).toBe('the secret of this place\n')
  expect(await on(directUrl, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
})

test('what is restored is what was saved: rows, counts, search, indexes, triggers, pictures and the secret', async () => {
  expect(written).toMatchObject({ posts: 21, users: 1, pictures: 1, missing: 0 })
  expect(statSync(FILE).mode & 0o777).toBe(0o600)
  const place = await emptyPlace()
  expect(await restoreBackup(FILE, place)).toMatchObject({
    posts: 21,
    users: 1,
    missing: 0,
    secret: true,
    foreign: [],
    migrated: [],
  })
  expect(await contents(place.directUrl)).toEqual(saved)
  for (const name of readdirSync(services.pictures.location))
    expect(readFileSync(path.join(place.dataDir, 'media', name))).toEqual(
      readFileSync(path.join(services.pictures.location, name)),
    )
  expect(readFileSync(path.join(place.dataDir, 'auth-secret'), 'utf8')).toBe(
    'a secret of the place that is saved\n',
  )
  await on(place.directUrl, `DELETE FROM "Like"`)
  expect(await on(place.directUrl, `SELECT sum("likesCount")::int AS likes FROM "Post"`)).toEqual([
    { likes: 0 },
  ])
  // One would need a place of its own in a backup.
  expect(await on(url, 'SELECT sequencename FROM pg_sequences')).toEqual([])
})

test('a backup that is made while others write is of one moment', async () => {
  const { database: busy, url: directUrl } = await testDatabase()
  const other = seeds({ database: busy, ids: services.ids })
  const bob = await other.aUser()
  await other.posts(200, { by: bob })
  let over = false
  const writing = (async () => {
    while (!over) await other.aLike({ by: bob, of: await other.aPost({ by: bob }) })
  })()
  const file = path.join(folder(), 'busy.tar.gz')
  const report = await writeBackup(file, { directUrl, dataDir: folder() })
  over = true
  await writing
  const place = await emptyPlace()
  await restoreBackup(file, place)
  const [row] = await on(
    place.directUrl,
    `SELECT (SELECT count(*) FROM "Post")::int AS posts, (SELECT count(*) FROM "PostSearch")::int AS found,
       (SELECT count(*) FROM "Like") = (SELECT sum("likesCount") FROM "Post") AS counted`,
  )
  expect(row).toEqual({ posts: report.posts, found: report.posts, counted: true })
})

test('no picture is removed while a backup reads', async () => {
  const hash = 'e'.repeat(64)
  await services.pictures.write({ hash, display: Buffer.from('x'), small: Buffer.from('x') })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SELECT pg_advisory_lock(72707370)')
  await cleanUpMedia(services)
  expect(existsSync(path.join(services.pictures.location, `${hash}.webp`))).toBe(true)
  await client.end()
  const swept = async () => {
    await cleanUpMedia(services)
    return !existsSync(path.join(services.pictures.location, `${hash}.webp`))
  }
  await expect.poll(swept).toBe(true)
})

test('a place with tables is left as it is', async () => {
  await expect(restoreBackup(FILE, { directUrl: url, dataDir: folder() })).rejects.toThrow(
    'The database has tables already. A backup is restored into an empty place alone.',
  )
  expect(await contents(url)).toEqual(saved)
})

const bytes = readFileSync(FILE)
const plain = gunzipSync(bytes)
const changed = (from: string, to: string) =>
  gzipSync(Buffer.from(plain.toString('latin1').replace(from, to), 'latin1'))

test.each([
  [
    'cut in the middle',
    () => bytes.subarray(0, bytes.length / 2),
    /is no backup, or broken, or cut short/,
  ],
  ['cut at its end', () => bytes.subarray(0, -4), /is no backup, or broken, or cut short/],
  [
    'cut before it was packed',
    () => gzipSync(plain.subarray(0, plain.length / 2 - ((plain.length / 2) % 512) + 100)),
    /is no backup, or broken, or cut short/,
  ],
  ['something else', () => Buffer.from('Dear diary'), /is no backup, or broken, or cut short/],
  [
    'of a later format',
    () => changed('"format": 1', '"format": 2'),
    /was made by a newer version of Good Vibes/,
  ],
  [
    'of a later migration',
    () => changed('20261123100200_', '29991123100200_'),
    /was made by a newer version of Good Vibes/,
  ],
  [
    'without a row that it should have',
    () => changed('"rows": 21', '"rows": 22'),
    /is broken: not all rows of the table/,
  ],
])('a file that is %s is refused, and nothing stays', async (_, make, sentence) => {
  const file = path.join(folder(), 'file.tar.gz')
  writeFileSync(file, make())
  const place = await emptyPlace()
  await expect(restoreBackup(file, place)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(sentence),
  })
  expect(await tablesIn(place.directUrl)).toEqual([])
  expect(
    readdirSync(place.dataDir, { recursive: true }).filter((name) => name !== 'media'),
  ).toEqual([])
})

test('a backup that cannot be written, or is broken off, leaves what stood there', async () => {
  const file = path.join(folder(), 'kept.tar.gz')
  writeFileSync(file, 'the one before')
  await expect(writeBackup(path.join(file, 'x'), source)).rejects.toMatchObject({
    name: 'OperatorError',
  })
  await expect(
    writeBackup(file, source, { signal: AbortSignal.abort(new Error('Broken off')) }),
  ).rejects.toThrow('Broken off')
  expect([readFileSync(file, 'utf8'), readdirSync(path.dirname(file))]).toEqual([
    'the one before',
    ['kept.tar.gz'],
  ])
})

test('a database of an earlier version is saved before it is migrated, and restored and migrated on from there', async () => {
  const directUrl = await emptyDatabase()
  const dataDir = folder()
  expect(await backUpBeforeUpgrade({ dataDir, databaseUrls: [] }, { directUrl })).toBeNull()
  const [last, ...before] = readMigrations().toReversed()
  if (!last || !before[0]) throw new RangeError('There are two migrations')
  await onConnection(directUrl, async (client) => {
    await createMigrationsTable(client)
    for (const migration of before.toReversed()) await applyMigration(client, migration)
  })
  mkdirSync(path.join(dataDir, 'backups'))
  for (const day of [1, 2, 3])
    writeFileSync(path.join(dataDir, 'backups', `2020010${day}000000_old.tar.gz`), '')
  const file = (await backUpBeforeUpgrade({ dataDir, databaseUrls: [] }, { directUrl })) ?? ''
  expect(path.basename(file)).toBe(`${before[0].name}.tar.gz`)
  expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(3)
  expect(await migrate(directUrl)).toMatchObject({ migrations: [last.name] })
  expect(await backUpBeforeUpgrade({ dataDir, databaseUrls: [] }, { directUrl })).toBeNull()
  expect(await restoreBackup(file, await emptyPlace())).toMatchObject({ migrated: [last.name] })
})

test('a new text of a function alone makes no backup', async () => {
  const { url: directUrl } = await testDatabase()
  await on(directUrl, 'DROP FUNCTION search_any')
  expect(
    await backUpBeforeUpgrade({ dataDir: folder(), databaseUrls: [] }, { directUrl }),
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
  'a backup of %s is refused with the way to restore it, and nothing stays',
  async (_, migrations, change) => {
    const directUrl = await emptyDatabase()
    await makeFirstRelease(directUrl)
    await on(directUrl, change)
    const file = path.join(folder(), 'first.tar.gz')
    await writeBackup(file, { directUrl, dataDir: folder() })
    expect(await manifestOf(file)).toMatchObject({ migrations: { length: migrations } })
    const place = await emptyPlace()
    await expect(restoreBackup(file, place)).rejects.toMatchObject({
      name: 'OperatorError',
      message: `${file} holds a database of version 0.1.0 or earlier, which this version cannot restore: restore it with version 0.1.0, then start this version on what is restored.`,
    })
    expect([await tablesIn(place.directUrl), readdirSync(place.dataDir)]).toEqual([[], []])
  },
)

test('a database of 0.1.0 is saved for 0.1.0 before it is adopted', async () => {
  const directUrl = await emptyDatabase()
  await makeFirstRelease(directUrl)
  const ledger = await on(
    directUrl,
    'SELECT migration_name AS name, checksum FROM "_prisma_migrations" ORDER BY 1',
  )
  const dataDir = folder()
  const file = (await backUpBeforeUpgrade({ dataDir, databaseUrls: [] }, { directUrl })) ?? ''
  expect(path.basename(file)).toBe('20261122200000_news_of_truncated_sessions.tar.gz')
  expect(await manifestOf(file)).toMatchObject({ format: 1, migrations: ledger })
  await migrate(directUrl)
  expect(await backUpBeforeUpgrade({ dataDir, databaseUrls: [] }, { directUrl })).toBeNull()
})

async function manifestOf(file: string): Promise<unknown> {
  const first = (await readArchive(file).next()).value
  return JSON.parse(first ? await text(first.content) : '')
}
