import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Services } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'

/** A slow database must not delay pictures: after this time the last cached value counts. */
const TIMEOUT_MS = 200
/** At about 200 bytes each. */
const MAX_CACHED = 10_000

/**
 * `hidden`: only hidden posts, hidden profiles and reports use the picture. `missing`: no upload
 * has it.
 */
export type MediaVisibility = 'visible' | 'hidden' | 'missing'

/**
 * Returns a function that looks up a picture's visibility by its hash.
 * It falls back to the cached value, then to `visible`, while the database is unavailable.
 */
export function createVisibilityLookup({
  database,
}: Pick<Services, 'database'>): (hash: string) => Promise<MediaVisibility> {
  /** Existing pictures only, so requests for missing ones can't evict them. */
  const cache = new LRUCache<string, MediaVisibility>({ max: MAX_CACHED })
  const read = createBatcher((hashes: readonly string[]) => readVisibilities(database, hashes), {
    name: 'media.visibility',
    concurrency: 2,
    maxBatchSize: 64,
  })

  async function lookUp(hash: string): Promise<MediaVisibility | null> {
    try {
      const visibility = await read(hash)
      if (visibility === 'missing') cache.delete(hash)
      else cache.set(hash, visibility)
      return visibility
    } catch {
      return null
    }
  }

  return async (hash) => {
    const visibility = await Promise.race([
      lookUp(hash),
      setTimeout(TIMEOUT_MS, null, { ref: false }),
    ])
    return visibility ?? cache.get(hash) ?? 'visible'
  }
}

/**
 * Uploads of several accounts can share a hash.
 * Uses the indexes on Media.hash, Post.mediaId, User.avatarMediaId, HiddenProfile.avatarMediaId and
 * Report.mediaId.
 */
async function readVisibilities(
  database: Services['database'],
  hashes: readonly string[],
): Promise<MediaVisibility[]> {
  // SQL: set-based and hot: every request for a picture needs it.
  const rows = await database.rows<{ hash: string; isHidden: boolean }>`
    SELECT m."hash", max(CASE
      WHEN EXISTS (SELECT FROM visible_posts(NULL) p WHERE p."mediaId" = m."id") THEN 2
      WHEN EXISTS (SELECT FROM "User" u WHERE u."avatarMediaId" = m."id") THEN 2
      WHEN EXISTS (SELECT FROM "Post" p WHERE p."mediaId" = m."id") THEN 1
      WHEN EXISTS (SELECT FROM "HiddenProfile" h WHERE h."avatarMediaId" = m."id") THEN 1
      WHEN EXISTS (SELECT FROM "Report" r WHERE r."mediaId" = m."id") THEN 1
      ELSE 0 END) = 1 AS "isHidden"
    FROM "Media" m WHERE m."hash" = ANY(${hashes}) GROUP BY m."hash"`
  const isHidden = new Map(rows.map((row) => [row.hash, row.isHidden]))
  return hashes.map((hash) => {
    const hidden = isHidden.get(hash)
    if (hidden === undefined) return 'missing'
    return hidden ? 'hidden' : 'visible'
  })
}
