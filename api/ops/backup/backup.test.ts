import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, test } from 'vitest'
import { query as on } from '#api/database/embedded/cluster.ts'
import { cleanUpMedia } from '#api/features/media/media.cleanup.ts'
import { storePicture } from '#api/features/media/media.write.ts'
import { emptyDatabase, testDatabase } from '#api/test/database/database.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const { database, url } = await testDatabase()
const { services } = await testServer({ database })
const { aUser, aPost, aLike, posts } = seeds(services)
const authSecret = 'the secret in the backup'
const source = { directUrl: url, dataDir: services.settings.dataDir, authSecret }
const FILE = path.join(folder(), 'backup.tar.gz')
writeFileSync(path.join(source.dataDir, 'auth-secret'), `${authSecret}\n`, { mode: 0o600 })

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
const report = await writeBackup(FILE, source)
const original = await contents(url)

function folder(): string {
  const created = mkdtempSync(path.join(tmpdir(), 'good-vibes-backup-'))
  registerCleanup(() => rmSync(created, { recursive: true, force: true }))
  return created
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
    `SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
  )
  rows.triggers = await on(
    directUrl,
    'SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  )
  return rows
}

const tablesIn = (directUrl: string) =>
  on(directUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)

async function emptyInstallation() {
  return { directUrl: await emptyDatabase(), dataDir: folder() }
}

test('a restore that fails at its end keeps the existing secret', async () => {
  const dataDir = folder()
  const secret = path.join(dataDir, 'auth-secret')
  writeFileSync(secret, 'the existing secret\n')
  let calls = 0
  // The picture store fails after it has received both files of the picture.
  const hasFile = async () => {
    if (++calls > 2) throw new Error('The connection was lost')
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
    'The connection was lost',
  )
  expect(readFileSync(secret, 'utf8')).toBe('the existing secret\n')
  expect(await tablesIn(directUrl)).toEqual([])
})

test('a restore brings back rows, indexes, triggers, pictures and the secret', async () => {
  expect(report).toMatchObject({ posts: 21, users: 1, pictures: 1, missing: 0 })
  expect(statSync(FILE).mode & 0o777).toBe(0o600)
  const installation = await emptyInstallation()
  expect(await restoreBackup(FILE, installation)).toMatchObject({
    posts: 21,
    users: 1,
    missing: 0,
    secret: true,
    foreign: [],
    migrated: [],
  })
  expect(await contents(installation.directUrl)).toEqual(original)
  for (const name of readdirSync(services.pictures.location))
    expect(readFileSync(path.join(installation.dataDir, 'media', name))).toEqual(
      readFileSync(path.join(services.pictures.location, name)),
    )
  expect(readFileSync(path.join(installation.dataDir, 'auth-secret'), 'utf8')).toBe(
    `${authSecret}\n`,
  )
  await on(installation.directUrl, `DELETE FROM "Like"`)
  expect(
    await on(installation.directUrl, `SELECT sum("likesCount")::int AS likes FROM "Post"`),
  ).toEqual([{ likes: 0 }])
  // A backup has no entry for sequences.
  expect(await on(url, 'SELECT sequencename FROM pg_sequences')).toEqual([])
})

test('a backup leaves out a stored secret that is not in use', async () => {
  const file = path.join(folder(), 'without-secret.tar.gz')
  await writeBackup(file, { ...source, authSecret: 'AUTH_SECRET in the environment' })
  const content = gunzipSync(readFileSync(file))
  expect(content.includes('manifest.json')).toBe(true)
  expect(content.includes(authSecret)).toBe(false)
  expect(content.includes('AUTH_SECRET in the environment')).toBe(false)
  const installation = await emptyInstallation()
  expect(await restoreBackup(file, installation)).toMatchObject({ secret: false })
  expect(existsSync(path.join(installation.dataDir, 'auth-secret'))).toBe(false)
})

test('a backup made during writes is consistent', async () => {
  const { database: busy, url: directUrl } = await testDatabase()
  const other = seeds({ database: busy, ids: services.ids })
  const bob = await other.aUser()
  await other.posts(200, { by: bob })
  let isDone = false
  const writing = (async () => {
    while (!isDone) await other.aLike({ by: bob, of: await other.aPost({ by: bob }) })
  })()
  const file = path.join(folder(), 'busy.tar.gz')
  const report = await writeBackup(file, { directUrl, dataDir: folder(), authSecret })
  isDone = true
  await writing
  const installation = await emptyInstallation()
  await restoreBackup(file, installation)
  const [row] = await on(
    installation.directUrl,
    `SELECT (SELECT count(*) FROM "Post")::int AS posts,
       (SELECT count(*) FROM "PostSearch")::int AS searchable,
       (SELECT count(*) FROM "Like") = (SELECT sum("likesCount") FROM "Post") AS "countsMatch"`,
  )
  expect(row).toEqual({ posts: report.posts, searchable: report.posts, countsMatch: true })
})

test('the media cleanup removes no picture during a backup', async () => {
  const hash = 'e'.repeat(64)
  const x = Buffer.from('x')
  await services.pictures.write({ hash, display: x, small: x, thumbnail: x })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('SELECT pg_advisory_lock(72707370)')
  await cleanUpMedia(services)
  expect(existsSync(path.join(services.pictures.location, `${hash}.webp`))).toBe(true)
  await client.end()
  const isRemoved = async () => {
    await cleanUpMedia(services)
    return !existsSync(path.join(services.pictures.location, `${hash}.webp`))
  }
  await expect.poll(isRemoved).toBe(true)
})

test('a restore into a database with tables is rejected and changes nothing', async () => {
  await expect(restoreBackup(FILE, { directUrl: url, dataDir: folder() })).rejects.toThrow(
    'The database has tables already. Restore into an empty database and data directory.',
  )
  expect(await contents(url)).toEqual(original)
})

const bytes = readFileSync(FILE)
const plain = gunzipSync(bytes)
const modified = (from: string, to: string) =>
  gzipSync(Buffer.from(plain.toString('latin1').replace(from, to), 'latin1'))

test.each([
  [
    'truncated in the middle',
    () => bytes.subarray(0, bytes.length / 2),
    /is not a backup, or is damaged or truncated/,
  ],
  [
    'truncated at its end',
    () => bytes.subarray(0, -4),
    /is not a backup, or is damaged or truncated/,
  ],
  [
    'compressed after it was truncated',
    () => gzipSync(plain.subarray(0, plain.length / 2 - ((plain.length / 2) % 512) + 100)),
    /is not a backup, or is damaged or truncated/,
  ],
  [
    'not an archive',
    () => Buffer.from('Dear diary'),
    /is not a backup, or is damaged or truncated/,
  ],
  [
    'of a later format',
    () => modified('"format": 1', '"format": 2'),
    /was made by a newer version of Good Vibes/,
  ],
  [
    'of a later migration',
    () => modified('20261123100200_', '29991123100200_'),
    /was made by a newer version of Good Vibes/,
  ],
  ['missing a row', () => modified('"rows": 21', '"rows": 22'), /is damaged: rows of the table/],
])('restoring a file that is %s is rejected, and leaves nothing', async (_, make, message) => {
  const file = path.join(folder(), 'file.tar.gz')
  writeFileSync(file, make())
  const installation = await emptyInstallation()
  await expect(restoreBackup(file, installation)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(message),
  })
  expect(await tablesIn(installation.directUrl)).toEqual([])
  expect(
    readdirSync(installation.dataDir, { recursive: true }).filter((name) => name !== 'media'),
  ).toEqual([])
})

test('a backup that fails or is aborted keeps the existing file', async () => {
  const file = path.join(folder(), 'kept.tar.gz')
  writeFileSync(file, 'an earlier backup')
  await expect(writeBackup(path.join(file, 'x'), source)).rejects.toMatchObject({
    name: 'OperatorError',
  })
  await expect(
    writeBackup(file, source, { signal: AbortSignal.abort(new Error('Aborted')) }),
  ).rejects.toThrow('Aborted')
  expect([readFileSync(file, 'utf8'), readdirSync(path.dirname(file))]).toEqual([
    'an earlier backup',
    ['kept.tar.gz'],
  ])
})
