import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'

interface LikedSinceQuery {
  viewerId: string
  oldestPostId: string
}

/** Reads likes, in batches. All ids are UUIDs. */
export interface LikeReads {
  /** The posts that a viewer likes, among those from one post on. */
  likedSince(query: LikedSinceQuery): Promise<readonly string[]>
}

const batchOptions = { name: 'like.since', concurrency: 2, maxBatchSize: 64 }

export function createLikeReads(database: Database): LikeReads {
  const likedSince = createBatcher(async (queries: readonly LikedSinceQuery[]) => {
    const viewerIds = queries.map(({ viewerId }) => viewerId)
    const oldestPostIds = queries.map(({ oldestPostId }) => oldestPostId)
    // SQL: set-based and hot (bench rest-posts).
    const rows = await database.rows<{ likes: string[] | null }>`
      SELECT (
        SELECT json_agg(l."postId") FROM "Like" l
        WHERE l."userId" = q."viewerId" AND l."postId" >= q."oldestPostId") AS "likes"
      FROM unnest(${uuids(viewerIds)}, ${uuids(oldestPostIds)})
        WITH ORDINALITY q("viewerId", "oldestPostId", "index") ORDER BY q."index"`
    return rows.map(({ likes }) => likes ?? [])
  }, batchOptions)
  return { likedSince }
}
