import type { Services } from '../../context.ts'
import { DAY } from './media.rules.ts'
import { lockPicture } from './picture-lock.ts'

type Needs = Pick<Services, 'database' | 'pictures' | 'log'>

const HOUR = 60 * 60 * 1000
const AT_ONCE = 500

/** Removes the uploads that no post and no avatar has used within a day, and the files that belong to no upload. */
export async function sweepMedia({ database, pictures, log }: Needs, now = Date.now()): Promise<void> {
  const rows = await removeUnused(database, new Date(now - DAY))
  await pictures.removeUnfinished(new Date(now - HOUR))
  let files = 0
  for (const hash of await unnamed(database, await pictures.hashes())) {
    if (await removeUnnamedPicture({ database, pictures }, hash)) files++
  }
  if (rows + files > 0) log.info({ uploads: rows, pictures: files }, 'Removed unused pictures')
}

/**
 * Of each row it is asked twice whether it is used: to find it, and once it is locked. A post that comes between the two has
 * locked the row first and is seen, and one that comes after finds it gone.
 */
async function removeUnused(database: Needs['database'], before: Date): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await database.$transaction(async (transaction) => {
      const found = await transaction.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "Media" AS m WHERE "createdAt" < ${before}
          AND NOT EXISTS (SELECT FROM "Post" WHERE "mediaId" = m."id") AND NOT EXISTS (SELECT FROM "User" WHERE "avatarMediaId" = m."id")
        ORDER BY "id" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`
      const unused = { id: { in: found.map(({ id }) => id) }, posts: { none: {} }, avatars: { none: {} } }
      return (await transaction.media.deleteMany({ where: unused })).count
    })
    removed += count
    if (count < AT_ONCE) return removed
  }
}

/** Those of the hashes that no upload has. */
async function unnamed(database: Needs['database'], hashes: string[]): Promise<string[]> {
  const rest: string[] = []
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const some = hashes.slice(at, at + AT_ONCE)
    const rows = await database.media.findMany({ where: { hash: { in: some } }, select: { hash: true }, distinct: ['hash'] })
    const named = new Set(rows.map(({ hash }) => hash))
    rest.push(...some.filter((hash) => !named.has(hash)))
  }
  return rest
}

/** Removes a picture's files unless somebody has uploaded it; whether they were removed. */
export async function removeUnnamedPicture({ database, pictures }: Pick<Needs, 'database' | 'pictures'>, hash: string): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await lockPicture(transaction, hash)
    if ((await transaction.media.count({ where: { hash } })) > 0) return false
    await pictures.remove(hash)
    return true
  })
}
