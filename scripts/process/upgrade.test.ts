import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '#api/database/embedded/cluster.ts'
import { startEmbedded } from '#api/database/embedded/embedded.ts'
import { PRISMA_LOCK } from '#api/database/migrate.ts'
import { readMigrations } from '#api/database/migrations-table.ts'
import { makeFirstRelease } from '#api/test/database/first-release.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { emptyDataDir, type Product, startProduct } from '../../e2e/server.ts'
import { runCli, runCommand } from './commands.ts'

// The rows, pictures and secret of an installation of version 0.1.0. These files never change.
const FIRST_RELEASE = path.join(import.meta.dirname, 'first-release')
const LAST_MIGRATION = '20261122200000_news_of_truncated_sessions'
const COOKIE =
  'good-vibes.session_token=lzR5LjmkJl9S4qlugJVaxq4z5jhwV48I.Yp8RRRQGjrBgFLSb4intzmYzKqt3z5jAk01tfJZIevc%3D'
const POSTS = [
  'The demo user was here.',
  'The last of the first posts.',
  'Of somebody who is shut out later.',
  '今日は良い日です。 猫がいます。',
  'A linked picture',
  'A film of the sea',
  'Ein Gruß aus Köln, und ein Café ☕️ 👨‍👩‍👧‍👦',
  'Made once, however often it is sent.',
  'The first post of all, with a picture.',
]

const [DATA_DIR, OTHER_DIR, OLD_DIR] = [emptyDataDir(), emptyDataDir(), emptyDataDir()]
let product: Product
let database: string
afterAll(async () => {
  await product?.stop()
  for (const folder of [DATA_DIR, OTHER_DIR, OLD_DIR])
    rmSync(folder, { recursive: true, force: true })
})

const onDatabase = <Row>(sql: string) => query<Row>(database, sql)

const read = async (address: string) =>
  (await fetch(product.url + address, { headers: { cookie: COOKIE } })).json()

async function installFirstRelease(dataDir: string): Promise<void> {
  database = (await startEmbedded(dataDir)).url
  cpSync(path.join(FIRST_RELEASE, 'media'), path.join(dataDir, 'media'), { recursive: true })
  cpSync(path.join(FIRST_RELEASE, 'auth-secret'), path.join(dataDir, 'auth-secret'))
  await makeFirstRelease(database)
  await onDatabase(readFileSync(path.join(FIRST_RELEASE, 'rows.sql'), 'utf8'))
}

beforeAll(async () => {
  await installFirstRelease(DATA_DIR)
  // The stored sessions would have expired by now.
  await onDatabase(`UPDATE "Session" SET "expiresAt" = now() + interval '29 days'`)
  // As a version wrote it that did not fold the letter.
  await onDatabase(
    `UPDATE "PostSearch" SET "text" = replace("text", ' koln ', ' köln '), "grams" = '{}'
     WHERE "text" LIKE '% koln %'`,
  )
})

test('a start on data of 0.1.0 backs it up, and is not ready until it is migrated', async () => {
  // Migrations wait for this lock.
  const lockHolder = new pg.Client({ connectionString: database })
  await lockHolder.connect()
  await lockHolder.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`)
  const port = await freePort()
  const [url, starting] = [
    `http://localhost:${port}`,
    startProduct({ DATA_DIR, PORT: String(port), SEED: 'none' }),
  ]
  starting.catch(() => {})
  const status = (address: string) =>
    fetch(url + address, { headers: { accept: 'text/html' } }).then(
      (response) => response.status,
      () => null,
    )
  await expect.poll(() => status('/readyz')).toBe(503)
  const detail = async () =>
    ((await (await fetch(`${url}/readyz`)).json()) as { detail: string }).detail
  await expect
    .poll(detail)
    .toBe('Good Vibes is updating its database. Please try again in a few minutes.')
  expect([await status('/healthz'), await status('/'), await status('/api/posts')]).toEqual([
    200, 503, 503,
  ])
  await lockHolder.end()

  product = await starting
  expect(await status('/readyz')).toBe(200)
  expect(readdirSync(path.join(DATA_DIR, 'backups'))).toEqual([`${LAST_MIGRATION}.tar.gz`])
  const ledger = await onDatabase<{ name: string }>(
    'SELECT migration_name AS name FROM "_prisma_migrations" ORDER BY 1',
  )
  expect(ledger.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name))
})

test('the upgrade keeps posts, counts, likes, accounts and pictures', async () => {
  const posts = (await read('/api/posts')) as {
    content: string
    likesCount: number
    isLiked: boolean
    imageUrl: string | null
  }[]
  expect(posts.map(({ content }) => content)).toEqual(POSTS)
  expect(posts.map(({ likesCount }) => likesCount)).toEqual([0, 0, 0, 2, 3, 3, 3, 3, 3])
  expect(posts.map(({ isLiked }) => isLiked)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
    true,
  ])
  expect(posts[5]).toMatchObject({ videoUrl: 'https://videos.example/sea.mp4', mediaType: 'video' })
  const picture = await fetch(product.url + posts.at(-1)?.imageUrl)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await read('/api/users/ann')).toMatchObject({
    displayName: 'Ann of the first days',
    bio: 'Was here first.',
  })
  expect(await read('/api/users/ben')).toMatchObject({ avatar: 'https://pictures.example/ben.png' })
})

test('search finds posts from before the upgrade, and soon by what this version folds', async () => {
  const search = async (words: string) =>
    ((await read(`/api/search?q=${encodeURIComponent(words)}`)) as { content: string }[]).map(
      ({ content }) => content,
    )
  await expect.poll(() => search('koln')).toEqual([POSTS[6]])
  expect(await search('猫')).toEqual([POSTS[3]])
  expect(await search('hidden later')).toEqual([])
})

test('the upgrade keeps sessions, passwords and passkeys', async () => {
  expect(await read('/api/auth/user')).toMatchObject({ username: 'ann', email: 'ann@example.org' })
  const signIn = async (username: string, password: string) =>
    (
      await fetch(`${product.url}/api/auth/sign-in/username`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      })
    ).status
  expect(await signIn('ben', 'another first password')).toBe(200)
  expect(await signIn('ben', 'not his')).toBe(401)
  expect(await signIn('dan', 'a fourth first password')).toBe(401)
  expect(await onDatabase('SELECT name FROM "Passkey"')).toEqual([{ name: 'The first key' }])
})

test('members can post and like after the upgrade', async () => {
  const headers = { cookie: COOKIE, 'content-type': 'application/json' }
  const created = await fetch(`${product.url}/api/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ content: 'Ann is still here.' }),
  })
  expect(created.status).toBe(201)
  const [, , , , cat] = (await read('/api/posts')) as { id: string }[]
  const like = (method: string) =>
    fetch(`${product.url}/api/posts/${cat?.id}/like`, { method, headers, body: '{}' })
  expect(await (await like('DELETE')).json()).toMatchObject({ likesCount: 1, isLiked: false })
  expect(await (await like('POST')).json()).toMatchObject({ likesCount: 2, isLiked: true })
})

test('a database from a newer release is refused', async () => {
  await product.stop()
  database = (await startEmbedded(DATA_DIR)).url
  await onDatabase(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
     VALUES ('x', 'x', '29990101000000_later', now())`,
  )
  const message =
    'The database has migration 29990101000000_later, which this version does not know; start a newer one.\n'
  const port = String(await freePort())
  expect(await runCommand(['api/main.ts'], { DATA_DIR, PORT: port })).toEqual({
    code: 1,
    stdout: expect.any(String),
    stderr: message,
  })
  const result = await runCli(['user', 'list'], { DATA_DIR })
  expect(result).toEqual({ code: 1, stdout: '', stderr: message })
})

test('a database from before 0.1.0 is refused with upgrade instructions', async () => {
  await installFirstRelease(OLD_DIR)
  await onDatabase(
    `DELETE FROM "_prisma_migrations" WHERE migration_name > '20261121000500_search_one_look'`,
  )
  const stderr =
    'This database was made by a version before 0.1.0. Start version 0.1.0 once, which upgrades it, then start this version.\n'
  const port = String(await freePort())
  expect(await runCommand(['api/main.ts'], { DATA_DIR: OLD_DIR, PORT: port })).toMatchObject({
    code: 1,
    stderr,
  })
  expect(await runCli(['migrate'], { DATA_DIR: OLD_DIR })).toEqual({
    code: 1,
    stdout: '',
    stderr,
  })
  expect(existsSync(path.join(OLD_DIR, 'backups'))).toBe(false)
})

test('the migrate command makes the same backup', async () => {
  await installFirstRelease(OTHER_DIR)
  const { code, stdout } = await runCli(['migrate'], {
    DATA_DIR: OTHER_DIR,
  })
  const file = path.join(OTHER_DIR, 'backups', `${LAST_MIGRATION}.tar.gz`)
  expect([code, stdout.split('\n')[0]]).toEqual([0, `Backed up the database to ${file}.`])
  expect(existsSync(file)).toBe(true)
})
