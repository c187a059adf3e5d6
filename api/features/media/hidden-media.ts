import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Services } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'

/** A slow database must not delay known pictures: after this time the cached value counts. */
const TIMEOUT_MS = 200
/** At about 200 bytes each. */
const MAX_CACHED = 10_000

/**
 * `hidden`: only hidden posts, hidden profiles and reports use the picture. `missing`: no upload
 * has it.
 */
export type MediaVisibility = 'visible' | 'hidden' | 'missing'

interface LookedUp {
  visibility: MediaVisibility
  /** Whether the database said so just now. */
  isCurrent: boolean
}

/**
 * Returns a function that looks up a picture's visibility by its hash. While the database is
 * unavailable it falls back to the cached value, and without one it throws: a hidden picture would
 * stay in shared caches for a year.
 */
export function createVisibilityLookup({
  database,
}: Pick<Services, 'database'>): (hash: string) => Promise<LookedUp> {
  /** Existing pictures only, so requests for missing ones can't evict them. */
  const cache = new LRUCache<string, MediaVisibility>({ max: MAX_CACHED })
  const read = createBatcher((hashes: readonly string[]) => readVisibilities(database, hashes), {
    name: 'media.visibility',
    concurrency: 2,
    maxBatchSize: 64,
  })

  async function lookUp(hash: string): Promise<LookedUp> {
    const visibility = await read(hash)
    if (visibility === 'missing') cache.delete(hash)
    else cache.set(hash, visibility)
    return { visibility, isCurrent: true }
  }

  return async (hash) => {
    const visibility = cache.get(hash)
    if (visibility === undefined) return lookUp(hash)
    const known = { visibility, isCurrent: false }
    return Promise.race([
      lookUp(hash).catch(() => known),
      setTimeout(TIMEOUT_MS, known, { ref: false }),
    ])
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
