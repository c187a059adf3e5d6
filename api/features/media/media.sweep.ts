import type { Services } from '#api/context.ts'
import { DAY } from './media.rules.ts'
import { lockPicture, mayRemovePictures } from './picture-lock.ts'

type Needs = Pick<Services, 'database' | 'pictures' | 'log'>

const HOUR = 60 * 60 * 1000
const AT_ONCE = 500
/** Neither a post nor an avatar shows it. */
const isUnused = { posts: { none: {} }, avatars: { none: {} } }

/** How many rows, and how many pictures with their files. */
export interface Unused {
  uploads: number
  pictures: number
}

/**
 * Removes the uploads that no post and no avatar has used within a day, and the files that belong to no upload.
 * @param signal leaves the rest to the next sweep
 */
export async function sweepMedia(
  { database, pictures, log }: Needs,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<Unused> {
  const before = new Date(now - DAY)
  const uploads = await removeUnused(database, before, signal)
  await pictures.removeUnfinished(new Date(now - HOUR))
  let files = 0
  for (const hash of signal?.aborted
    ? []
    : await unnamed(database, await pictures.hashes(), before)) {
    if (signal?.aborted) break
    if (await removeUnnamedPicture({ database, pictures }, hash)) files++
  }
  if (uploads + files > 0) log.info({ uploads, pictures: files }, 'Removed unused pictures')
  return { uploads, pictures: files }
}

/** What a sweep would remove. */
export async function findUnused(
  { database, pictures }: Pick<Needs, 'database' | 'pictures'>,
  now = Date.now(),
): Promise<Unused> {
  const before = new Date(now - DAY)
  const uploads = await database.media.count({ where: { createdAt: { lt: before }, ...isUnused } })
  return { uploads, pictures: (await unnamed(database, await pictures.hashes(), before)).length }
}

/**
 * Of each row it is asked twice whether it is used: to find it, and once it is locked. A post that comes between the two has
 * locked the row first and is seen, and one that comes after finds it gone.
 */
async function removeUnused(
  database: Needs['database'],
  before: Date,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await database.$transaction(async (transaction) => {
      // SQL: row lock (SKIP LOCKED).
      const found = await transaction.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "Media" AS m WHERE "createdAt" < ${before}
          AND NOT EXISTS (SELECT FROM "Post" WHERE "mediaId" = m."id") AND NOT EXISTS (SELECT FROM "User" WHERE "avatarMediaId" = m."id")
        ORDER BY "id" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`
      return (
        await transaction.media.deleteMany({
          where: { id: { in: found.map(({ id }) => id) }, ...isUnused },
        })
      ).count
    })
    removed += count
    if (count < AT_ONCE || signal?.aborted) return removed
  }
}

/** Those of the hashes that no upload has which is used, or newer than a time. */
async function unnamed(
  database: Needs['database'],
  hashes: string[],
  before: Date,
): Promise<string[]> {
  const needed = { OR: [{ createdAt: { gte: before } }, { NOT: isUnused }] }
  const rest: string[] = []
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const some = hashes.slice(at, at + AT_ONCE)
    const rows = await database.media.findMany({
      where: { hash: { in: some }, ...needed },
      select: { hash: true },
      distinct: ['hash'],
    })
    const named = new Set(rows.map(({ hash }) => hash))
    rest.push(...some.filter((hash) => !named.has(hash)))
  }
  return rest
}

/**
 * Removes the picture of a post that was deleted, unless something else shows it or it was uploaded again since the post was made.
 * The post is gone whatever becomes of it: what cannot be removed now is swept.
 */
export async function removePictureOf(
  { database, pictures, log }: Needs,
  { mediaId, createdAt }: { mediaId: string; createdAt: Date },
): Promise<void> {
  try {
    const hash = await database.$transaction(async (transaction) => {
      // SQL: row lock.
      const [upload] = await transaction.$queryRaw<{ hash: string }[]>`
        SELECT "hash" FROM "Media" WHERE "id" = ${mediaId}::uuid AND "createdAt" <= ${createdAt} FOR UPDATE`
      const { count } = await transaction.media.deleteMany({
        where: { id: mediaId, createdAt: { lte: createdAt }, ...isUnused },
      })
      return count > 0 ? upload?.hash : undefined
    })
    if (hash !== undefined) await removeUnnamedPicture({ database, pictures }, hash)
  } catch (err) {
    log.error(
      { err },
      'The picture of a deleted post could not be removed; it is tried again in an hour',
    )
  }
}

/** Removes a picture's files unless somebody has uploaded it; whether they were removed. */
export async function removeUnnamedPicture(
  { database, pictures }: Pick<Needs, 'database' | 'pictures'>,
  hash: string,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    if (!(await mayRemovePictures(transaction))) return false
    await lockPicture(transaction, hash)
    if ((await transaction.media.count({ where: { hash } })) > 0) return false
    await pictures.remove(hash)
    return true
  })
}
