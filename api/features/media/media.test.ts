import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Context, Viewer } from '#api/context.ts'
import { IdGenerator, timeOf } from '#api/lib/ids.ts'
import { createLimits, noLimits } from '#api/limits/rate-limits.ts'
import { testDatabase } from '#api/test/database.ts'
import { deflatedZeros, photo, png } from '#api/test/pictures.ts'
import { DAY, picturePath } from './media.rules.ts'
import { sweepMedia } from './media.sweep.ts'
import { keepPicture, storePicture } from './media.write.ts'
import { createPictureStore } from './picture-store.ts'

const { database } = await testDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'good-vibes-media-'))
const pictures = createPictureStore(dataDir)
const ids = new IdGenerator()
const services = { database, pictures, log: pino({ level: 'silent' }) }
const folder = path.join(dataDir, 'media')

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(async () => {
  await database.user.deleteMany()
  rmSync(folder, { recursive: true, force: true })
})

const files = () => readdirSync(folder).sort()
const pairOf = (hash: string) => [`${hash}-small.webp`, `${hash}.webp`]
let hue = 0
const somePicture = () => photo({ hue: hue++ }).png().toBuffer()

async function somebody(): Promise<string> {
  const id = ids.next()
  const name = `u${id.slice(-12)}`
  await database.user.create({
    data: { id, displayName: name, username: name, email: `${name}@example.org` },
  })
  return id
}

async function post(
  authorId: string,
  { id: mediaId, hash }: { id: string; hash: string },
): Promise<string> {
  const id = ids.next()
  const data = {
    id,
    authorId,
    content: 'Look',
    imageUrl: picturePath(hash),
    mediaId,
    mediaType: 'IMAGE' as const,
    createdAt: timeOf(id),
  }
  await database.post.create({ data })
  return id
}

function actingAs(viewer: Viewer | null, limits = noLimits): Context {
  return {
    ...services,
    settings: { dataDir, databaseUrls: [], bucket: null },
    viewer,
    limits,
    clientAddress: '203.0.113.7',
  } as unknown as Context
}

const asMember = (id: string) => actingAs({ id, isDemo: false })

test('a picture is kept once for its owner, and once on the disk for all', async () => {
  const [ann, bob] = [await somebody(), await somebody()]
  const bytes = await somePicture()
  const first = await storePicture(asMember(ann), bytes)
  expect(first).toMatchObject({
    ownerId: ann,
    width: 80,
    height: 60,
    bytes: bytes.length,
    placeholder: expect.stringMatching(/^[\w+/]+=*$/),
  })
  expect(files()).toEqual(pairOf(first.hash))
  expect(await storePicture(asMember(ann), bytes)).toMatchObject({ id: first.id, hash: first.hash })
  expect(await storePicture(asMember(bob), bytes)).toMatchObject({ ownerId: bob, hash: first.hash })
  expect(files()).toEqual(pairOf(first.hash))
  expect(await database.media.count()).toBe(2)
})

test('the same picture many times at once is one upload', async () => {
  const ann = await somebody()
  const bytes = await somePicture()
  const uploads = await Promise.all(
    Array.from({ length: 8 }, () => storePicture(asMember(ann), bytes)),
  )
  expect(new Set(uploads.map(({ id }) => id)).size).toBe(1)
})

test('nobody uploads nothing', async () => {
  await expect(storePicture(actingAs(null), png())).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'Please sign in first.',
  })
})

test('a picture has at most 5 MB', async () => {
  const ann = await somebody()
  const bytes = Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024)])
  const refusal = { code: 'TOO_LARGE', message: 'Please select an image smaller than 5MB' }
  await expect(storePicture(asMember(ann), bytes)).rejects.toMatchObject(refusal)
  expect(await storePicture(asMember(ann), bytes.subarray(0, 5 * 1024 * 1024))).toMatchObject({
    bytes: 5 * 1024 * 1024,
  })
})

test('an account uploads 20 pictures an hour, the demo user 10 a minute from an address', async () => {
  const ann = await somebody()
  const limits = createLimits()
  for (let n = 0; n < 20; n++)
    await storePicture(actingAs({ id: ann, isDemo: false }, limits), png())
  await expect(
    storePicture(actingAs({ id: ann, isDemo: false }, limits), png()),
  ).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  for (let n = 0; n < 10; n++)
    await storePicture(actingAs({ id: ann, isDemo: true }, limits), png())
  await expect(
    storePicture(actingAs({ id: ann, isDemo: true }, limits), png()),
  ).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('an account uploads 100 MB a day, and is told when it can go on', async () => {
  const ann = await somebody()
  const megabytes = (count: number, hoursAgo: number) => ({
    ownerId: ann,
    hash: deflatedZeros(count).toString('hex').padEnd(64, '0').slice(0, 64),
    width: 1,
    height: 1,
    placeholder: '',
    bytes: count * 1024 * 1024,
    createdAt: new Date(Date.now() - hoursAgo * 60 * 60 * 1000),
  })
  await database.media.createMany({
    data: [megabytes(90, 25), megabytes(60, 20), megabytes(39, 1)],
  })
  await storePicture(asMember(ann), await somePicture())
  await database.media.create({ data: megabytes(1, 0) })
  const refusal = await storePicture(asMember(ann), await somePicture()).catch(
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You can upload 100 MB of pictures a day. Please try again later.',
  })
  expect((refusal as { retryAfter: number }).retryAfter / 3600).toBeCloseTo(4, 1)
})

test('an upload that fails leaves nothing behind', async () => {
  const ann = await somebody()
  const broken = {
    ...asMember(ann),
    pictures: { ...pictures, write: () => Promise.reject(new Error('The disk is full')) },
  }
  await expect(storePicture(broken, await somePicture())).rejects.toThrow('The disk is full')
  expect(await database.media.count()).toBe(0)
  await pictures.write({ hash: 'a'.repeat(64), display: png(), small: png() })
  await expect(
    pictures.write({ hash: 'b'.repeat(64), display: 5 as never, small: png() }),
  ).rejects.toThrow()
  await expect(keepPicture(services, ids.next(), await somePicture())).rejects.toThrow()
  expect(await database.media.count()).toBe(0)
  expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
})

test('the sweep removes what nobody used for a day, and nothing else', async () => {
  const [ann, bob] = [await somebody(), await somebody()]
  const [posted, shown, unused, shared] = await Promise.all(
    [0, 1, 2, 3].map(async () => keepPicture(services, ann, await somePicture())),
  )
  if (!posted || !shown || !unused || !shared) throw new Error('Four pictures were kept')
  const postId = await post(ann, posted)
  await database.user.update({
    where: { id: ann },
    data: { avatar: picturePath(shown.hash), avatarMediaId: shown.id },
  })
  const { url: _, ...row } = shared
  const bobs = await database.media.create({ data: { ...row, id: ids.next(), ownerId: bob } })
  await post(bob, bobs)

  await sweepMedia(services)
  expect(await database.media.count()).toBe(5)

  await sweepMedia(services, Date.now() + DAY + 1000)
  const left = await database.media.findMany({ select: { id: true } })
  expect(left.map(({ id }) => id).sort()).toEqual([posted.id, shown.id, bobs.id].sort())
  expect(files()).toEqual([posted, shown, shared].flatMap(({ hash }) => pairOf(hash)).sort())

  await database.post.delete({ where: { id: postId } })
  await sweepMedia(services, Date.now() + DAY + 1000)
  expect(files()).toEqual([shown, shared].flatMap(({ hash }) => pairOf(hash)).sort())
})

test('an unused picture that is uploaded again has another day', async () => {
  const ann = await somebody()
  const bytes = await somePicture()
  const { id } = await keepPicture(services, ann, bytes)
  await database.media.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - 2 * DAY) },
  })
  await keepPicture(services, ann, bytes)
  await sweepMedia(services)
  expect(await database.media.count()).toBe(1)
})

test('attack 58: the sweep removes files that no upload names, and what an interrupted write left', async () => {
  await pictures.write({ hash: 'c'.repeat(64), display: png(), small: png() })
  const interrupted = [`${'d'.repeat(64)}.webp.1.part`, `${'d'.repeat(64)}.webp.2.part`]
  for (const name of [...interrupted, 'README']) writeFileSync(path.join(folder, name), 'half')
  const earlier = new Date(Date.now() - 2 * 60 * 60 * 1000)
  utimesSync(path.join(folder, interrupted[0] as string), earlier, earlier)
  await sweepMedia(services)
  expect(files()).toEqual(['README', interrupted[1]].sort())
})

test('attack 55: a post that is being made while the sweep passes keeps its picture', async () => {
  const ann = await somebody()
  const media = await keepPicture(services, ann, await somePicture())
  const later = Date.now() + DAY + 1000
  const id = ids.next()
  let sweeping: Promise<unknown> = Promise.resolve()
  await database.$transaction(async (transaction) => {
    const data = {
      id,
      authorId: ann,
      content: 'Look',
      imageUrl: picturePath(media.hash),
      mediaId: media.id,
      mediaType: 'IMAGE' as const,
    }
    await transaction.post.create({ data: { ...data, createdAt: timeOf(id) } })
    sweeping = sweepMedia(services, later)
    await endedOrWaiting(sweeping)
  })
  await sweeping
  expect(await database.post.findUnique({ where: { id } })).toMatchObject({ mediaId: media.id })
  expect(files()).toEqual(pairOf(media.hash))
})

test('attack 55: an upload that comes while the sweep removes the same picture has its files', async () => {
  const ann = await somebody()
  const bytes = await somePicture()
  const { id, hash } = await keepPicture(services, ann, bytes)
  await database.media.delete({ where: { id } })
  const uploads: Promise<unknown>[] = []
  const remove = async (removed: string) => {
    uploads.push(keepPicture(services, ann, bytes))
    await endedOrWaiting(...uploads)
    await pictures.remove(removed)
  }
  await sweepMedia({ ...services, pictures: { ...pictures, remove } })
  await Promise.all(uploads)
  expect(uploads).toHaveLength(1)
  expect(await database.media.count()).toBe(1)
  expect(files()).toEqual(pairOf(hash))
})

test('attack 55: uploads and sweeps of the same picture at once end with its files wherever there is its row', async () => {
  const ann = await somebody()
  const bytes = await somePicture()
  for (let round = 0; round < 15; round++) {
    await database.media.updateMany({ data: { createdAt: new Date(Date.now() - 2 * DAY) } })
    await Promise.all([
      keepPicture(services, ann, bytes),
      sweepMedia(services),
      keepPicture(services, ann, bytes),
      sweepMedia(services),
    ])
    const rows = await database.media.findMany({ select: { hash: true } })
    expect(rows).toHaveLength(1)
    expect(files()).toEqual(rows.flatMap(({ hash }) => pairOf(hash)))
  }
})

/** Until the work has ended, or waits for a lock of the database. */
async function endedOrWaiting(...work: Promise<unknown>[]) {
  let ended = false
  void Promise.allSettled(work).then(() => {
    ended = true
  })
  await vi.waitFor(async () => {
    const locks = await database.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    expect(ended || locks.length > 0).toBe(true)
  })
}
