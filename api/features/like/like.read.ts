import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'

interface Wanted {
  reader: string
  oldest: string
}

/** What a viewer likes among the posts from one on, all by their UUIDs. Lookups that come in together share a statement. */
export type LikesSince = (wanted: Wanted) => Promise<readonly string[]>

const bounds = { name: 'like.since', concurrency: 2, maxBatchSize: 64 }

export function createLikesSince(database: Database): LikesSince {
  return createBatcher(async (wanted: readonly Wanted[]) => {
    // SQL: set-based and hot (bench rest-posts).
    const rows = await database.rows<{ likes: string[] | null }>`
      SELECT (SELECT json_agg(l."postId") FROM "Like" l WHERE l."userId" = w."reader" AND l."postId" >= w."oldest") AS "likes"
      FROM unnest(${uuids(wanted.map(({ reader }) => reader))}, ${uuids(wanted.map(({ oldest }) => oldest))})
        WITH ORDINALITY w("reader", "oldest", "index") ORDER BY w."index"`
    return rows.map(({ likes }) => likes ?? [])
  }, bounds)
}
