import { utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { timeOf } from '#api/lib/ids.ts'
import { lockWaits, PATIENT } from '#api/test/database/locks.ts'
import { mediaStore } from '#api/test/pictures/media-store.ts'
import { png } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { cleanUpMedia } from './media.cleanup.ts'
import { DAY_MS, picturePath } from './media.rules.ts'
import { storePicture } from './media.write.ts'

const { database, folder, ids, services, pictures, files, filesOf, newPicture, newAccount } =
  await mediaStore()

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

test('the cleanup removes exactly the uploads that stayed unused for a day', async () => {
  const [ann, bob] = [await newAccount(), await newAccount()]
  const [posted, avatar, unused, shared] = await Promise.all(
    [0, 1, 2, 3].map(async () => storePicture(services, ann, await newPicture())),
  )
  if (!posted || !avatar || !unused || !shared) throw new Error('There should be four uploads')
  const postId = await post(ann, posted)
  await database.user.update({
    where: { id: ann },
    data: { avatar: picturePath(avatar.hash), avatarMediaId: avatar.id },
  })
  const { url: _, ...row } = shared
  const bobs = await database.media.create({ data: { ...row, id: ids.next(), ownerId: bob } })
  await post(bob, bobs)

  await cleanUpMedia(services)
  expect(await database.media.count()).toBe(5)

  await cleanUpMedia(services, Date.now() + DAY_MS + 1000)
  const remaining = await database.media.findMany({ select: { id: true } })
  expect(remaining.map(({ id }) => id).sort()).toEqual([posted.id, avatar.id, bobs.id].sort())
  expect(files()).toEqual([posted, avatar, shared].flatMap(({ hash }) => filesOf(hash)).sort())

  await database.post.delete({ where: { id: postId } })
  await cleanUpMedia(services, Date.now() + DAY_MS + 1000)
  expect(files()).toEqual([avatar, shared].flatMap(({ hash }) => filesOf(hash)).sort())
})

test('uploading an unused picture again keeps it for another day', async () => {
  const ann = await newAccount()
  const bytes = await newPicture()
  const { id } = await storePicture(services, ann, bytes)
  await database.media.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - 2 * DAY_MS) },
  })
  await storePicture(services, ann, bytes)
  await cleanUpMedia(services)
  expect(await database.media.count()).toBe(1)
})

test('attack 58: the cleanup removes orphaned and partially written files', async () => {
  await pictures.write({ hash: 'c'.repeat(64), display: png(), small: png(), thumbnail: png() })
  const interrupted = [`${'d'.repeat(64)}.webp.1.part`, `${'d'.repeat(64)}.webp.2.part`]
  for (const name of [...interrupted, 'README']) writeFileSync(path.join(folder, name), 'half')
  const earlier = new Date(Date.now() - 2 * 60 * 60 * 1000)
  utimesSync(path.join(folder, interrupted[0] as string), earlier, earlier)
  await cleanUpMedia(services)
  expect(files()).toEqual(['README', interrupted[1]].sort())
})

test('attack 55: a post created during a cleanup keeps its picture', async () => {
  const ann = await newAccount()
  const media = await storePicture(services, ann, await newPicture())
  const later = Date.now() + DAY_MS + 1000
  const id = ids.next()
  let cleanup: Promise<unknown> = Promise.resolve()
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
    cleanup = cleanUpMedia(services, later)
    await settledOrWaiting(cleanup)
  }, PATIENT)
  await cleanup
  expect(await database.post.findUnique({ where: { id } })).toMatchObject({ mediaId: media.id })
  expect(files()).toEqual(filesOf(media.hash))
})

test('attack 55: an upload during the removal of the same picture keeps its files', async () => {
  const ann = await newAccount()
  const bytes = await newPicture()
  const { id, hash } = await storePicture(services, ann, bytes)
  await database.media.delete({ where: { id } })
  const uploads: Promise<unknown>[] = []
  const remove = async (removed: string) => {
    uploads.push(storePicture(services, ann, bytes))
    await settledOrWaiting(...uploads)
    await pictures.remove(removed)
  }
  await cleanUpMedia({ ...services, pictures: { ...pictures, remove } })
  await Promise.all(uploads)
  expect(uploads).toHaveLength(1)
  expect(await database.media.count()).toBe(1)
  expect(files()).toEqual(filesOf(hash))
})

test('attack 55: an upload during a slow removal of the same picture keeps its files', async () => {
  const ann = await newAccount()
  const bytes = await newPicture()
  const { id, hash } = await storePicture(services, ann, bytes)
  await database.media.delete({ where: { id } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  registerCleanup(() => vi.useRealTimers())
  let upload: Promise<unknown> = Promise.resolve()
  const remove = async (removed: string) => {
    // Three requests to a bucket, each with two attempts of five seconds.
    await vi.advanceTimersByTimeAsync(31_000)
    vi.useRealTimers()
    upload = storePicture(services, ann, bytes)
    await settledOrWaiting(upload)
    await pictures.remove(removed)
  }
  await cleanUpMedia({ ...services, pictures: { ...pictures, remove } })
  await upload
  expect(await database.media.count()).toBe(1)
  expect(files()).toEqual(filesOf(hash))
})

test('attack 55: concurrent uploads and cleanups never leave a row without files', async () => {
  const ann = await newAccount()
  const bytes = await newPicture()
  for (let round = 0; round < 15; round++) {
    await database.media.updateMany({ data: { createdAt: new Date(Date.now() - 2 * DAY_MS) } })
    await Promise.all([
      storePicture(services, ann, bytes),
      cleanUpMedia(services),
      storePicture(services, ann, bytes),
      cleanUpMedia(services),
    ])
    const rows = await database.media.findMany({ select: { hash: true } })
    expect(rows).toHaveLength(1)
    expect(files()).toEqual(rows.flatMap(({ hash }) => filesOf(hash)))
  }
})

/** Resolves when the work has settled or waits for a database lock. */
async function settledOrWaiting(...work: Promise<unknown>[]) {
  let settled = false
  void Promise.allSettled(work).then(() => {
    settled = true
  })
  await expect.poll(async () => settled || (await lockWaits(database)) > 0).toBe(true)
}
