import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'

/** A viewer's Following feed. All ids are UUIDs of events. */
interface FollowingKey {
  viewerId: string
  /** Only later events. */
  after: string
}

export interface FeedEvent {
  /** The UUID of a share, or of a post. */
  id: string
  isShare: boolean
}

interface FollowingEvents {
  /** Newest first, one for each post. */
  events: FeedEvent[]
  /** Whether older events were left out. */
  isCut: boolean
  /** The newest event of anyone. Null if there is none later than `after`. */
  newestOfAnyone: string | null
}

interface FollowingEventsRow {
  events: [id: string, postId: string][] | null
  isCut: boolean
  newestOfAnyone: string | null
}

const batchOptions = { name: 'feed.new', concurrency: 2, maxBatchSize: 256 }

/** Reads the newest events of Following feeds, in batches. */
export const newFollowingEvents = perDatabase((database: QueryClient) =>
  createBatcher((keys: readonly FollowingKey[]) => readEvents(database, keys), batchOptions),
)

/**
 * Looks through the newest events of everyone, of which few are later than a stream's latest.
 * Served by FeedEvent_pkey and Follow_pkey.
 */
async function readEvents(
  database: QueryClient,
  keys: readonly FollowingKey[],
): Promise<FollowingEvents[]> {
  // SQL: set-based: one statement a second for all streams.
  const rows = await database.rows<FollowingEventsRow>`
    SELECT page."events", page."newestOfAnyone", page."scanned" = 2000 AS "isCut"
    FROM unnest(
      ${uuids(keys.map(({ viewerId }) => viewerId))}, ${uuids(keys.map(({ after }) => after))}
    ) WITH ORDINALITY k("viewerId", "after", "index")
    CROSS JOIN LATERAL (
      SELECT count(*) AS "scanned", (array_agg(e."id" ORDER BY e."id" DESC))[1] AS "newestOfAnyone",
        json_agg(json_build_array(e."id", e."postId")
        ORDER BY e."id" DESC) FILTER (WHERE
          (e."actorId" = k."viewerId" AND e."kind" = 'POST' OR EXISTS (
            SELECT FROM "Follow" f
            WHERE f."followerId" = k."viewerId" AND f."followeeId" = e."actorId" OFFSET 0))
          AND NOT EXISTS (SELECT FROM hides_between(k."viewerId", e."actorId") OFFSET 0)
          AND EXISTS (
            SELECT FROM listed_posts(k."viewerId") p WHERE p."id" = e."postId" OFFSET 0)
        ) AS "events"
      FROM (
        SELECT * FROM "FeedEvent" e WHERE e."id" > k."after" ORDER BY e."id" DESC LIMIT 2000) e
    ) page
    ORDER BY k."index"`
  return rows.map(({ events, ...row }) => ({ ...row, events: newestOfEachPost(events ?? []) }))
}

function newestOfEachPost(events: readonly [id: string, postId: string][]): FeedEvent[] {
  const postIds = new Set<string>()
  return events.flatMap(([id, postId]) => {
    if (postIds.has(postId)) return []
    postIds.add(postId)
    return { id, isShare: id !== postId }
  })
}
