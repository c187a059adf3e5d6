import type { Services } from '#api/context.ts'
import { chunksOf } from '#api/lib/chunks-of.ts'
import { DAY_MS, EVIDENCE_MS } from './media.rules.ts'
import { tryLockForRemoval, withLockedPicture } from './picture-lock.ts'

type MediaServices = Pick<Services, 'database' | 'pictures' | 'log'>

const HOUR_MS = 60 * 60 * 1000
const BATCH_SIZE = 500
/** No post, avatar or hidden avatar uses it, and no report needs it as evidence. */
const isUnused = (now: number) => ({
  posts: { none: {} },
  avatars: { none: {} },
  hiddenAvatars: { none: {} },
  reports: {
    none: {
      OR: [
        { closedAt: null },
        { closedAt: { gt: new Date(now - EVIDENCE_MS) } },
        { decision: { is: { appeal: { is: { closedAt: null } } } } },
      ],
    },
  },
})

export interface UnusedMedia {
  /** Rows that nothing uses. */
  uploads: number
  /** Pictures with files that no upload needs. */
  pictures: number
}

/**
 * Removes uploads that stayed unused for a day, and orphaned files.
 * @param signal leaves the rest to the next run
 */
export async function cleanUpMedia(
  services: MediaServices,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<UnusedMedia> {
  return cleanUp(services, { now, signal, mayRemove: async () => true })
}

/** Like `cleanUpMedia`, but keeps orphaned files if this may be the wrong database. */
export async function cleanUpOwnMedia(
  services: MediaServices,
  now: number,
  signal: AbortSignal,
): Promise<UnusedMedia> {
  return cleanUp(services, {
    now,
    signal,
    async mayRemove(orphans, files) {
      if (await isDatabaseOf(services.database, { orphans, files }, now)) return true
      services.log.warn(
        { orphans, pictures: files },
        'Pictures without an upload in the database were kept, in case that this is the wrong ' +
          'database. The command `media prune` removes them.',
      )
      return false
    },
  })
}

interface CleanUpOptions {
  now: number
  signal: AbortSignal | undefined
  /** Whether to remove so many of all pictures because no upload has them. */
  mayRemove(orphans: number, files: number): Promise<boolean>
}

async function cleanUp(
  { database, pictures, log }: MediaServices,
  { now, signal, mayRemove }: CleanUpOptions,
): Promise<UnusedMedia> {
  const { uploads, hashes } = await deleteUnusedUploads(database, now, signal)
  await pictures.removePartialFiles(new Date(now - HOUR_MS))
  const all = signal?.aborted ? [] : await pictures.hashes()
  const unused = await findOrphans(database, all, now)
  const orphans = unused.filter((hash) => !hashes.has(hash))
  const isAllowed = orphans.length === 0 || (await mayRemove(orphans.length, all.length))
  let files = 0
  for (const hash of isAllowed ? unused : unused.filter((each) => hashes.has(each))) {
    if (signal?.aborted) break
    if (await removeOrphanedPicture({ database, pictures }, hash)) files++
  }
  if (uploads + files > 0) log.info({ uploads, pictures: files }, 'Removed unused pictures')
  return { uploads, pictures: files }
}

/**
 * Whether a database is likely to be the one of the pictures. It is not if most pictures have no
 * upload in it, or if it is new: an empty one may stand in for another that could not be opened.
 */
async function isDatabaseOf(
  database: MediaServices['database'],
  { orphans, files }: { orphans: number; files: number },
  now: number,
): Promise<boolean> {
  if (orphans * 2 > files) return false
  // SQL: Prisma has no model of its own table.
  const [row] = await database.$queryRaw<{ createdAt: Date | null }[]>`
    SELECT min(started_at) AS "createdAt" FROM "_prisma_migrations"`
  return row?.createdAt != null && row.createdAt.getTime() < now - DAY_MS
}

/** Counts what `cleanUpMedia` would remove. */
export async function countUnusedMedia(
  { database, pictures }: Pick<MediaServices, 'database' | 'pictures'>,
  now = Date.now(),
): Promise<UnusedMedia> {
  const before = new Date(now - DAY_MS)
  const uploads = await database.media.count({
    where: { createdAt: { lt: before }, ...isUnused(now) },
  })
  const orphans = await findOrphans(database, await pictures.hashes(), now)
  return { uploads, pictures: orphans.length }
}

/**
 * Checks each row twice: to find it, and again once it is locked.
 * Creating a post locks its upload, so a concurrent post either keeps the row or fails.
 */
async function deleteUnusedUploads(
  database: MediaServices['database'],
  now: number,
  signal?: AbortSignal,
): Promise<{ uploads: number; hashes: ReadonlySet<string> }> {
  const before = new Date(now - DAY_MS)
  const evidence = new Date(now - EVIDENCE_MS)
  let uploads = 0
  const hashes = new Set<string>()
  for (;;) {
    const { count } = await database.$transaction(async (transaction) => {
      // SQL: row lock (SKIP LOCKED).
      const rows = await transaction.$queryRaw<{ id: string; hash: string }[]>`
        SELECT "id", "hash" FROM "Media" AS m WHERE "createdAt" < ${before}
          AND NOT EXISTS (SELECT FROM "Post" WHERE "mediaId" = m."id")
          AND NOT EXISTS (SELECT FROM "User" WHERE "avatarMediaId" = m."id")
          AND NOT EXISTS (SELECT FROM "HiddenProfile" WHERE "avatarMediaId" = m."id")
          AND NOT EXISTS (
            SELECT FROM "Report" r LEFT JOIN "Appeal" a ON a."decisionId" = r."decisionId"
            WHERE r."mediaId" = m."id" AND (r."closedAt" IS NULL OR r."closedAt" > ${evidence}
              OR (a."id" IS NOT NULL AND a."closedAt" IS NULL)))
        ORDER BY "id" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`
      for (const { hash } of rows) hashes.add(hash)
      return transaction.media.deleteMany({
        where: { id: { in: rows.map(({ id }) => id) }, ...isUnused(now) },
      })
    })
    uploads += count
    if (count < BATCH_SIZE || signal?.aborted) return { uploads, hashes }
  }
}

/** Filters for hashes whose uploads are all unused for a day, or deleted. */
async function findOrphans(
  database: MediaServices['database'],
  hashes: string[],
  now: number,
): Promise<string[]> {
  const before = new Date(now - DAY_MS)
  const isNeeded = { OR: [{ createdAt: { gte: before } }, { NOT: isUnused(now) }] }
  const orphans: string[] = []
  for (const batch of chunksOf(hashes, BATCH_SIZE)) {
    const rows = await database.media.findMany({
      where: { hash: { in: batch }, ...isNeeded },
      select: { hash: true },
      distinct: ['hash'],
    })
    const needed = new Set(rows.map(({ hash }) => hash))
    orphans.push(...batch.filter((hash) => !needed.has(hash)))
  }
  return orphans
}

/**
 * Removes a deleted post's picture, unless it is in use, was uploaded again since, or is evidence.
 * Never throws: the post is deleted already, and the hourly cleanup retries.
 */
export async function removePictureOfDeletedPost(
  { database, pictures, log }: MediaServices,
  { mediaId, createdAt }: { mediaId: string | null; createdAt: Date },
): Promise<void> {
  if (mediaId === null) return
  try {
    const hash = await database.$transaction(async (transaction) => {
      // SQL: row lock.
      const [upload] = await transaction.$queryRaw<{ hash: string }[]>`
        SELECT "hash" FROM "Media"
        WHERE "id" = ${mediaId}::uuid AND "createdAt" <= ${createdAt} FOR UPDATE`
      const { count } = await transaction.media.deleteMany({
        where: { id: mediaId, createdAt: { lte: createdAt }, ...isUnused(Date.now()) },
      })
      return count > 0 ? upload?.hash : undefined
    })
    if (hash !== undefined) await removeOrphanedPicture({ database, pictures }, hash)
  } catch (err) {
    log.error({ err }, 'Could not remove the picture of a deleted post; the hourly cleanup retries')
  }
}

/** Removes a picture's files unless an upload needs them. Returns whether it removed them. */
export async function removeOrphanedPicture(
  { database, pictures }: Pick<MediaServices, 'database' | 'pictures'>,
  hash: string,
): Promise<boolean> {
  return withLockedPicture(database, hash, async (transaction) => {
    if (!(await tryLockForRemoval(transaction))) return false
    if ((await transaction.media.count({ where: { hash } })) > 0) return false
    await pictures.remove(hash)
    return true
  })
}
