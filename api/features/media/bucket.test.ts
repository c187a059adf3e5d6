import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '#api/lib/free-port.ts'
import { restoreBackup } from '#api/ops/backup/restore.ts'
import { writeBackup } from '#api/ops/backup/write.ts'
import { checkMedia } from '#api/ops/cli/checks.ts'
import { createPictures } from '#api/serve/services.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { jsonOf } from '#api/test/answer.ts'
import { startBucketServer } from '#api/test/bucket-server.ts'
import { testDatabase } from '#api/test/database.ts'
import { photo } from '#api/test/pictures.ts'
import { problemOf } from '#api/test/problem.ts'
import { testServer } from '#api/test/server.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { createBucket } from './bucket.ts'
import { DAY } from './media.rules.ts'
import { findUnused, sweepMedia } from './media.sweep.ts'
import { keepPicture } from './media.write.ts'
import { readPicture } from './picture-reader.ts'
import { pictureFiles } from './picture-store.ts'

const store = await startBucketServer()
afterwards(store.stop)
const way = await tcpProxy(store.settings.endpoint)
afterwards(way.close)
const bucket = { ...store.settings, endpoint: way.url.replace(/\/$/, '') }
const server = await testServer({ settings: { bucket } })
const { database, pictures, settings } = server.services
/** Past the way that is spoilt. */
const direct = createBucket(store.settings)

beforeEach(async () => {
  way.pass()
  await database.user.deleteMany()
  store.clear()
})

let hue = 0
const somePicture = () => photo({ hue: hue++ }).jpeg().toBuffer()

async function member() {
  const visitor = server.visitor()
  await visitor.signUp()
  return visitor
}

async function uploaded(visitor: Visitor, bytes: Uint8Array): Promise<string> {
  const { url } = (await jsonOf(await visitor.upload(bytes), 201)) as { url: string }
  return url
}

test('an upload is in the bucket and nowhere else, and is served as from a disk', async () => {
  const bytes = await somePicture()
  const { hash } = await readPicture(bytes)
  const url = await uploaded(await member(), bytes)
  expect(url).toBe(`/media/${hash}.webp`)
  expect(await direct.hashes()).toEqual([hash])
  expect(readdirSync(settings.dataDir)).not.toContain('media')

  const disk = await testServer()
  const other = disk.visitor()
  await other.signUp()
  await uploaded(other, bytes)
  const requests: [string, RequestInit][] = [
    [url, {}],
    [url.replace('.webp', '-small.webp'), {}],
    [url, { method: 'HEAD' }],
    [url, { headers: { 'if-none-match': `"${hash}"`, 'cache-control': 'max-age=0' } }],
    [url, { headers: { range: 'bytes=0-3' } }],
    [url, { headers: { range: 'bytes=99999999-' } }],
    [`/media/${'0'.repeat(64)}.webp`, {}],
    ['/media/..%2fsecret', {}],
  ]
  const told = async (origin: string, [address, init]: [string, RequestInit]) => {
    const response = await fetch(origin + address, init)
    const { date: _, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
    const body = response.status < 400 ? Buffer.from(await response.arrayBuffer()) : null
    return { status: response.status, headers: response.status < 400 ? headers : {}, body }
  }
  for (const request of requests)
    expect([request, await told(server.url, request)]).toEqual([
      request,
      await told(disk.url, request),
    ])
})

test('what nobody uses for a day is swept, also more files than fit into one page, and is counted before', async () => {
  const { id } = await database.user.create({
    data: {
      id: server.services.ids.next(),
      displayName: 'A',
      username: 'aaa',
      email: 'a@example.org',
    },
  })
  const kept = await keepPicture(server.services, id, await somePicture())
  const unused = await keepPicture(server.services, id, await somePicture())
  await database.user.update({ where: { id }, data: { avatar: kept.url, avatarMediaId: kept.id } })
  const stray = 'c'.repeat(64)
  await direct.write({ hash: stray, display: Buffer.from('x'), small: Buffer.from('y') })
  await direct.add('something else', Buffer.from('z'))
  const sizes = await Promise.all(
    [kept, unused]
      .flatMap(({ hash }) => pictureFiles(hash))
      .map(async (name) => (await direct.file(name))?.length ?? 0),
  )
  expect(await pictures.usage()).toEqual({
    count: 6,
    bytes: sizes.reduce((sum, size) => sum + size, 2),
  })
  expect(await findUnused(server.services, Date.now() + DAY + 1000)).toEqual({
    uploads: 1,
    pictures: 2,
  })
  await sweepMedia(server.services, Date.now() + DAY + 1000)
  expect(await direct.hashes()).toEqual([kept.hash])
  expect(await direct.read(unused.hash)).toBeNull()
  expect(await direct.has('something else')).toBe(true)

  const many = Array.from({ length: 1_100 }, (_, n) => n.toString(16).padStart(64, '0'))
  store.copy(
    `${kept.hash}.webp`,
    many.map((hash) => `${hash}.webp`),
  )
  expect((await direct.hashes()).length).toBe(many.length + 1)
}, 60_000)

test('attack 55: uploads and sweeps of the same picture at once end with its files wherever there is its row', async () => {
  const { id } = await database.user.create({
    data: {
      id: server.services.ids.next(),
      displayName: 'A',
      username: 'aaa',
      email: 'a@example.org',
    },
  })
  const bytes = await somePicture()
  const upload = () => keepPicture(server.services, id, bytes)
  for (let round = 0; round < 4; round++) {
    await database.media.updateMany({ data: { createdAt: new Date(Date.now() - 2 * DAY) } })
    await Promise.all([
      upload(),
      sweepMedia(server.services),
      upload(),
      sweepMedia(server.services),
    ])
    const rows = await database.media.findMany({ select: { hash: true } })
    expect(rows).toHaveLength(1)
    for (const name of rows.flatMap(({ hash }) => pictureFiles(hash)))
      expect(await direct.has(name)).toBe(true)
    expect(await direct.hashes()).toEqual(rows.map(({ hash }) => hash))
  }
})

test('an account is exported with its pictures, and deleted with them', async () => {
  const visitor = await member()
  const url = await uploaded(visitor, await somePicture())
  const zip = Buffer.from(await (await visitor.fetch('/api/auth/export')).arrayBuffer())
  expect(zip.includes(Buffer.from((await direct.read(url.slice(7, -5))) ?? 'nothing'))).toBe(true)
  expect(
    (await visitor.fetch('/api/auth/delete-account', { json: { password: 'sunny day 1' } })).status,
  ).toBe(204)
  expect(await direct.hashes()).toEqual([])
})

test('a backup has the pictures of the bucket, and puts them into one or into a folder', async () => {
  const place = await testDatabase()
  const owner = await place.database.user.create({
    data: {
      id: server.services.ids.next(),
      displayName: 'B',
      username: 'bbb',
      email: 'b@example.org',
    },
  })
  const { hash } = await keepPicture(
    { database: place.database, pictures },
    owner.id,
    await somePicture(),
  )
  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'good-vibes-bucket-'))
    afterwards(() => rmSync(made, { recursive: true, force: true }))
    return made
  }
  const file = path.join(folder(), 'backup.tar.gz')
  expect(
    await writeBackup(file, { directUrl: place.url, dataDir: folder(), pictures }),
  ).toMatchObject({ pictures: 1, missing: 0 })
  const before = await Promise.all(pictureFiles(hash).map(direct.file))

  const empty = async () => {
    const { database, url } = await testDatabase()
    await database.$executeRawUnsafe('DROP SCHEMA public CASCADE')
    await database.$executeRawUnsafe('CREATE SCHEMA public')
    return url
  }
  await direct.remove(hash)
  expect(
    await restoreBackup(file, { directUrl: await empty(), dataDir: folder(), pictures }),
  ).toMatchObject({ users: 1, missing: 0 })
  expect(await Promise.all(pictureFiles(hash).map(direct.file))).toEqual(before)
  const dataDir = folder()
  await restoreBackup(file, { directUrl: await empty(), dataDir })
  expect(readdirSync(path.join(dataDir, 'media')).toSorted()).toEqual(pictureFiles(hash).toSorted())

  // Cut off, nothing of it is there: neither rows nor what came of the pictures.
  await direct.remove(hash)
  const again = await empty()
  const add = async (name: string, content: Uint8Array) => {
    await pictures.add(name, content)
    if (!name.includes('-small')) throw new Error('The line is dead')
  }
  await expect(
    restoreBackup(file, { directUrl: again, dataDir: folder(), pictures: { ...pictures, add } }),
  ).rejects.toThrow('Nothing was restored from')
  expect(await direct.hashes()).toEqual([])
  expect(
    await restoreBackup(file, { directUrl: again, dataDir: folder(), pictures }),
  ).toMatchObject({ users: 1, missing: 0 })

  // Where there are tables nothing is restored, and nothing of it stays in the bucket.
  await direct.remove(hash)
  await expect(
    restoreBackup(file, { directUrl: place.url, dataDir: folder(), pictures }),
  ).rejects.toThrow('The database has tables already.')
  expect(await direct.hashes()).toEqual([])
})

const AWAY = 'Pictures cannot be reached at the moment. Please try again in a few seconds.'

test('a bucket that is gone: uploads and pictures are 503 with Retry-After, all else goes on, and so do they when it is back', async () => {
  const visitor = await member()
  const url = await uploaded(visitor, await somePicture())
  const bytes = await somePicture()
  way.cut()
  for (const answer of [await visitor.upload(bytes), await visitor.fetch(url)]) {
    expect(answer.headers.get('retry-after')).toBe('2')
    expect((await problemOf(answer, 503)).detail).toBe(AWAY)
  }
  const embedded = await visitor.fetch('/api/posts', {
    json: { content: 'Look', imageUrl: `data:image/jpeg;base64,${bytes.toString('base64')}` },
  })
  expect((await problemOf(embedded, 503)).detail).toBe(AWAY)
  expect(await database.media.count()).toBe(1)
  expect((await visitor.fetch('/readyz')).status).toBe(200)
  await jsonOf(
    await visitor.fetch('/api/posts', { json: { content: 'Without a picture', imageUrl: url } }),
    201,
  )
  expect(await jsonOf(await visitor.fetch('/api/posts'))).toMatchObject([{ imageUrl: url }])
  expect(await checkMedia(settings)).toMatchObject([
    {
      isWell: false,
      sentence: expect.stringMatching(
        /^Pictures cannot be reached in the bucket vibes at .+: .*ECONN.+\. Check S3_ENDPOINT/,
      ),
    },
  ])

  way.pass()
  await expect
    .poll(async () => (await visitor.upload(bytes)).status, { timeout: 15_000, interval: 500 })
    .toBe(201)
  expect((await visitor.fetch(url)).status).toBe(200)
  expect(await checkMedia(settings)).toMatchObject([{ isWell: true }])
  expect(await direct.has(`${'0'.repeat(64)}.webp`)).toBe(false)
  const log = server.logged.join('')
  expect(log).toContain('what it needs could not be reached')
  expect(log).not.toContain(bucket.secretAccessKey)
})

test('an upload that is cut off on its way leaves no row and no picture', async () => {
  const visitor = await member()
  const { hash } = await readPicture(await somePicture())
  const cut = createBucket(bucket)
  const broken = {
    ...server.services,
    pictures: {
      ...cut,
      // The first of the two sizes arrives, then the line is dead.
      write: async (picture: { hash: string; display: Uint8Array; small: Uint8Array }) => {
        await cut.add(`${picture.hash}-small.webp`, picture.small)
        way.cut()
        await cut.write(picture)
      },
    },
  }
  const { id } = await database.user.findFirstOrThrow()
  await expect(keepPicture(broken, id, await somePicture())).rejects.toMatchObject({
    name: 'PicturesAway',
  })
  expect(await database.media.count()).toBe(0)
  way.pass()
  const [left = '', ...more] = await direct.hashes()
  expect([more, await direct.read(left)]).toEqual([[], null])
  await expect
    .poll(() => sweepMedia(server.services).catch(() => null), { timeout: 15_000 })
    .toMatchObject({ pictures: 1 })
  expect(await direct.hashes()).toEqual([])
  expect([hash, (await visitor.fetch('/api/auth/user')).status]).toEqual([hash, 200])
})

test('a bucket that says nothing is given up, and nobody else waits for it', async () => {
  const visitor = await member()
  const { id } = await database.user.findFirstOrThrow()
  const impatient = { ...server.services, pictures: createBucket(bucket, 400) }
  const pictures = await Promise.all(Array.from({ length: 12 }, somePicture))
  way.silence()
  // More than there are connections to the database.
  const kept = Promise.allSettled(pictures.map((bytes) => keepPicture(impatient, id, bytes)))
  expect((await visitor.fetch('/api/posts', { json: { content: 'Meanwhile' } })).status).toBe(201)
  for (const each of await kept)
    expect(each).toMatchObject({ status: 'rejected', reason: { name: 'PicturesAway' } })
  expect(await database.media.count()).toBe(0)
})

test('a wrong key or bucket is told by the doctor, and is no answer to a visitor but that pictures are away', async () => {
  for (const wrong of [{ accessKeyId: 'another' }, { bucket: 'nowhere' }]) {
    const other = { ...settings, bucket: { ...store.settings, ...wrong } }
    expect(await checkMedia(other)).toMatchObject([
      { isWell: false, sentence: expect.stringMatching(/Check S3_ENDPOINT/) },
    ])
    await expect(createPictures(other).file(`${'1'.repeat(64)}.webp`)).rejects.toMatchObject({
      name: 'PicturesAway',
    })
  }
})

test('one that gave no answer is asked again soon, also when the clock is set back', async () => {
  const nowhere = createBucket({
    ...store.settings,
    endpoint: `http://127.0.0.1:${await freePort()}`,
  })
  const reason = () => nowhere.has('anything').catch(({ message }: Error) => message)
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  afterwards(() => vi.useRealTimers())
  expect(await reason()).toContain('ECONNREFUSED')
  expect(await reason()).toContain('it gave no answer a moment ago')
  vi.advanceTimersByTime(2_100)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await reason()).toContain('ECONNREFUSED')
})
