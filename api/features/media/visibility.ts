import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Services } from '#api/context.ts'
import { createBatcher } from '#api/database/batch.ts'

/** Milliseconds: pictures are served as before while the database is away or slow. */
const PATIENCE = 200
/** Pictures, at some 200 bytes each. */
const MOST_KNOWN = 10_000

/** `unknown`: there is no such picture. `withheld`: only hidden posts show it. */
export type Visibility = 'shown' | 'withheld' | 'unknown'

/** Looks pictures up by their hashes, so that nothing but the database is asked for one that is not there. */
export function createVisibility({
  database,
}: Pick<Services, 'database'>): (hash: string) => Promise<Visibility> {
  /** As it was last: it holds until the database is back. Only pictures that exist are in it. */
  const known = new LRUCache<string, Visibility>({ max: MOST_KNOWN })
  const look = createBatcher((hashes: readonly string[]) => readVisibility(database, hashes), {
    name: 'media.visibility',
    concurrency: 2,
    maxBatchSize: 64,
  })

  async function lookUp(hash: string): Promise<Visibility | null> {
    try {
      const found = await look(hash)
      if (found === 'unknown') known.delete(hash)
      else known.set(hash, found)
      return found
    } catch {
      return null
    }
  }

  return async (hash) => {
    const found = await Promise.race([lookUp(hash), setTimeout(PATIENCE, null, { ref: false })])
    return found ?? known.get(hash) ?? 'shown'
  }
}

/** Equal uploads of several accounts are one picture. Uses the indexes on Media.hash, Post.mediaId and User.avatarMediaId. */
async function readVisibility(
  database: Services['database'],
  hashes: readonly string[],
): Promise<Visibility[]> {
  // SQL: set-based and hot: every picture that is served needs it.
  const rows = await database.rows<{ hash: string; isWithheld: boolean }>`
    SELECT m."hash", max(CASE
      WHEN EXISTS (SELECT FROM "Post" p WHERE p."mediaId" = m."id" AND p."hiddenAt" IS NULL) THEN 2
      WHEN EXISTS (SELECT FROM "User" u WHERE u."avatarMediaId" = m."id") THEN 2
      WHEN EXISTS (SELECT FROM "Post" p WHERE p."mediaId" = m."id") THEN 1
      ELSE 0 END) = 1 AS "isWithheld"
    FROM "Media" m WHERE m."hash" = ANY(${hashes}) GROUP BY m."hash"`
  const isWithheld = new Map(rows.map((row) => [row.hash, row.isWithheld]))
  return hashes.map((hash) => {
    const withheld = isWithheld.get(hash)
    if (withheld === undefined) return 'unknown'
    return withheld ? 'withheld' : 'shown'
  })
}
