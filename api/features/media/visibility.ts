import { setTimeout } from 'node:timers/promises'
import type { Services } from '../../context.ts'

/** Milliseconds: what is known may be so old. */
const FRESH = 1_000
/** Milliseconds: pictures are served as always while the database is away or slow. */
const PATIENCE = 200

/** Tells of a picture's hash whether only hidden posts show it, so that nobody is to see it. */
export type IsWithheld = (hash: string) => Promise<boolean>

/** Hidden posts are few, so all of their pictures are known here, and looked up again by and by. */
export function createWithheld({ database }: Pick<Services, 'database'>): IsWithheld {
  let known: ReadonlySet<string> = new Set()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const began = performance.now()
    try {
      known = new Set((await readWithheld(database)).map(({ hash }) => hash))
    } finally {
      lookedAt = began
      looking = null
    }
  }

  return async (hash) => {
    if (performance.now() - lookedAt >= FRESH) {
      // Until the database is back, what was known holds.
      looking ??= look().catch(() => {})
      await Promise.race([looking, setTimeout(PATIENCE, undefined, { ref: false })])
    }
    return known.has(hash)
  }
}

function readWithheld(database: Services['database']): Promise<{ hash: string }[]> {
  return database.rows<{ hash: string }>`
    SELECT DISTINCT hidden."hash" FROM "Post" p JOIN "Media" hidden ON hidden."id" = p."mediaId"
    WHERE p."hiddenAt" IS NOT NULL AND p."mediaId" IS NOT NULL AND NOT EXISTS (
      SELECT FROM "Media" m WHERE m."hash" = hidden."hash" AND (
        EXISTS (SELECT FROM "Post" s WHERE s."mediaId" = m."id" AND s."hiddenAt" IS NULL)
        OR EXISTS (SELECT FROM "User" u WHERE u."avatarMediaId" = m."id")))`
}
