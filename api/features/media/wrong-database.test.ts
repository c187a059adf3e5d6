import { expect, test } from 'vitest'
import { mediaStore } from '#api/test/pictures/media-store.ts'
import { png } from '#api/test/pictures/pictures.ts'
import { cleanUpOwnMedia } from './media.cleanup.ts'
import { DAY_MS } from './media.rules.ts'
import { storePicture } from './media.write.ts'

const { database, services, pictures, files, filesOf, newPicture, newAccount } = await mediaStore()
const { signal } = new AbortController()
const now = Date.now()
const later = now + 2 * DAY_MS

async function upload(count: number) {
  const owner = await newAccount()
  const uploads = []
  for (let number = 0; number < count; number++)
    uploads.push(await storePicture(services, owner, await newPicture()))
  // They stay in use for the next days.
  const createdAt = new Date(now + 30 * DAY_MS)
  await database.media.updateMany({ data: { createdAt } })
  return uploads
}

const orphans = ['a', 'b'].map((digit) => digit.repeat(64))

test('the job keeps pictures of another database, and of one that was not there', async () => {
  for (const hash of orphans)
    await pictures.write({ hash, display: png(), small: png(), thumbnail: png() })
  // An empty database took the place of theirs, also one that is days old.
  const all = orphans.flatMap(filesOf).sort()
  for (const time of [now, later]) {
    expect(await cleanUpOwnMedia(services, time, signal)).toEqual({ uploads: 0, pictures: 0 })
    expect(files()).toEqual(all)
  }
  // It has pictures of its own by now: more than the other one had, but it is new.
  const uploads = await upload(3)
  const own = uploads.flatMap(({ hash }) => filesOf(hash))
  expect(await cleanUpOwnMedia(services, now, signal)).toEqual({ uploads: 0, pictures: 0 })
  expect(files()).toEqual([...all, ...own].sort())
  // Few pictures without an upload are what failed removals left.
  expect(await cleanUpOwnMedia(services, later, signal)).toEqual({ uploads: 0, pictures: 2 })
  expect(files()).toEqual(own.sort())
})

test('the job removes unused uploads, however many', async () => {
  await upload(3)
  await database.media.updateMany({ data: { createdAt: new Date(now) } })
  expect(await cleanUpOwnMedia(services, later, signal)).toEqual({ uploads: 3, pictures: 3 })
  expect(files()).toEqual([])
})
