import { expect, test } from 'vitest'
import type { Context, Viewer } from '#api/context.ts'
import { createLimits, noLimits } from '#api/limits/rate-limits.ts'
import { aViewer } from '#api/test/people/a-viewer.ts'
import { mediaStore } from '#api/test/pictures/media-store.ts'
import { deflatedZeros, png } from '#api/test/pictures/pictures.ts'
import { storePicture, uploadPicture } from './media.write.ts'

const { database, dataDir, ids, services, pictures, files, filesOf, newPicture, newAccount } =
  await mediaStore()

function actingAs(viewer: Viewer | null, limits = noLimits): Context {
  return {
    ...services,
    settings: { dataDir, databaseUrls: [], bucket: null },
    viewer,
    limits,
    clientAddress: '203.0.113.7',
  } as unknown as Context
}

const asMember = (id: string) => actingAs(aViewer({ id }))

test('equal uploads share their files and have one row per owner', async () => {
  const [ann, bob] = [await newAccount(), await newAccount()]
  const bytes = await newPicture()
  const first = await uploadPicture(asMember(ann), bytes)
  expect(first).toMatchObject({
    ownerId: ann,
    width: 80,
    height: 60,
    bytes: bytes.length,
    placeholder: expect.stringMatching(/^[\w+/]+=*$/),
  })
  expect(files()).toEqual(filesOf(first.hash))
  expect(await uploadPicture(asMember(ann), bytes)).toMatchObject({
    id: first.id,
    hash: first.hash,
  })
  expect(await uploadPicture(asMember(bob), bytes)).toMatchObject({
    ownerId: bob,
    hash: first.hash,
  })
  expect(files()).toEqual(filesOf(first.hash))
  expect(await database.media.count()).toBe(2)
})

test('concurrent uploads of the same picture create one row', async () => {
  const ann = await newAccount()
  const bytes = await newPicture()
  const uploads = await Promise.all(
    Array.from({ length: 8 }, () => uploadPicture(asMember(ann), bytes)),
  )
  expect(new Set(uploads.map(({ id }) => id)).size).toBe(1)
})

test('an anonymous caller cannot upload', async () => {
  await expect(uploadPicture(actingAs(null), png())).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: 'Please sign in first.',
  })
})

test('a picture has at most 5 MB', async () => {
  const ann = await newAccount()
  const bytes = Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024)])
  const error = { code: 'TOO_LARGE', message: 'Please select an image smaller than 5MB' }
  await expect(uploadPicture(asMember(ann), bytes)).rejects.toMatchObject(error)
  expect(await uploadPicture(asMember(ann), bytes.subarray(0, 5 * 1024 * 1024))).toMatchObject({
    bytes: 5 * 1024 * 1024,
  })
})

test('an account can upload 20 pictures an hour, the demo user 10 a minute', async () => {
  const ann = await newAccount()
  const limits = createLimits()
  for (let n = 0; n < 20; n++) await uploadPicture(actingAs(aViewer({ id: ann }), limits), png())
  await expect(uploadPicture(actingAs(aViewer({ id: ann }), limits), png())).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
  for (let n = 0; n < 10; n++)
    await uploadPicture(actingAs(aViewer({ id: ann, isDemo: true }), limits), png())
  await expect(
    uploadPicture(actingAs(aViewer({ id: ann, isDemo: true }), limits), png()),
  ).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('an account can upload 100 MB a day, and the error says when to retry', async () => {
  const ann = await newAccount()
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
  await uploadPicture(asMember(ann), await newPicture())
  await database.media.create({ data: megabytes(1, 0) })
  const error = await uploadPicture(asMember(ann), await newPicture()).catch(
    (error: unknown) => error,
  )
  expect(error).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You can upload 100 MB of photos a day. Please try again later.',
  })
  expect((error as { retryAfter: number }).retryAfter / 3600).toBeCloseTo(4, 1)
})

test('a failed upload leaves no row and no file', async () => {
  const ann = await newAccount()
  const broken = {
    ...asMember(ann),
    pictures: { ...pictures, write: () => Promise.reject(new Error('The disk is full')) },
  }
  await expect(uploadPicture(broken, await newPicture())).rejects.toThrow('The disk is full')
  expect(await database.media.count()).toBe(0)
  const sizes = { display: png(), small: png(), thumbnail: png() }
  await pictures.write({ hash: 'a'.repeat(64), ...sizes })
  await expect(
    pictures.write({ hash: 'b'.repeat(64), ...sizes, display: 5 as never }),
  ).rejects.toThrow()
  await expect(storePicture(services, ids.next(), await newPicture())).rejects.toThrow()
  expect(await database.media.count()).toBe(0)
  expect(files().filter((name) => name.endsWith('.part'))).toEqual([])
})
