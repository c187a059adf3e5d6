import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import {
  type ViewerPosts,
  type ViewerPostsTuple,
  viewerPosts,
  viewerPostsSql,
} from './post-viewer-state.ts'

interface SinceQuery {
  viewerId: string
  oldestPostId: string
}

/** Reads a viewer's facts about posts from one post on, in batches. All ids are UUIDs. */
export type ViewerPostReads = (query: SinceQuery) => Promise<ViewerPosts>

const batchOptions = { name: 'post.viewer', concurrency: 2, maxBatchSize: 64 }

export const viewerPostReads = perDatabase(
  (database: QueryClient): ViewerPostReads =>
    createBatcher(async (queries: readonly SinceQuery[]) => {
      const viewerIds = queries.map(({ viewerId }) => viewerId)
      const oldestPostIds = queries.map(({ oldestPostId }) => oldestPostId)
      // SQL: set-based and hot (bench rest-posts).
      const rows = await database.rows<{ posts: ViewerPostsTuple }>`
        SELECT ${viewerPostsSql(
          Prisma.sql`q."viewerId"`,
          Prisma.sql`f."postId" >= q."oldestPostId"`,
        )} AS "posts"
        FROM unnest(${uuids(viewerIds)}, ${uuids(oldestPostIds)})
          WITH ORDINALITY q("viewerId", "oldestPostId", "index") ORDER BY q."index"`
      return rows.map(({ posts }) => viewerPosts(posts))
    }, batchOptions),
)
