import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { booleans, integers, uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import type { Texts } from '#api/database/text-columns.ts'
import { MAX_UUID, NIL_UUID, oldestIdAt } from '#api/lib/ids.ts'
import { type PostRow, postJoins, postTexts, toPostRow } from '../post/post.row.ts'
import { type ViewerPostsTuple, viewerPosts, viewerPostsSql } from '../post/post-viewer-state.ts'
import { type ActorTuple, actorTuple, type ShareRow, toActor } from '../share/share.row.ts'

/** A part of a viewer's Following feed, newest first. All ids are UUIDs. */
interface FollowingQuery {
  viewerId: string
  /** An id of the moment when the walk started; null to start one. */
  walkStart: string | null
  /** Only events older than this one. */
  after: string | null
  /** Only events newer than this one. */
  before: string | null
  /** Counts from the oldest event instead of the newest. */
  backwards: boolean
  size: number
}

export interface FollowingRow extends PostRow {
  eventId: string
  walkStart: string
  /** Null for the event of the post itself. */
  share: ShareRow | null
}

type EventTuple = [
  event: [id: string, isShare: boolean, comment: string | null],
  actor: ActorTuple,
  post: Texts,
]

interface FollowingPage {
  walkStart: string
  events: EventTuple[] | null
  state: ViewerPostsTuple
}

const batchOptions = { name: 'feed.following', concurrency: 3, maxBatchSize: 8 }

/** Reads pages of Following feeds in page order, in batches. Skips hidden posts. */
export const followingReads = perDatabase((database: QueryClient) =>
  createBatcher((queries: readonly FollowingQuery[]) => readPages(database, queries), batchOptions),
)

async function readPages(
  database: QueryClient,
  queries: readonly FollowingQuery[],
): Promise<FollowingRow[][]> {
  const now = oldestIdAt(Date.now())
  const state = viewerPostsSql(Prisma.sql`q."viewerId"`, Prisma.sql`f."postId" = ANY(page."ids")`)
  // SQL: set-based and hot (bench following-35): calls the function following_feed for each page.
  const pages = await database.rows<FollowingPage>`
    SELECT q."walkStart", page."events", ${state} AS "state" FROM (
      SELECT q.*, coalesce(q."start", greatest(newest."id", ${now}::uuid)) AS "walkStart"
      FROM unnest(
        ${uuids(queries.map(({ viewerId }) => viewerId))},
        ${uuids(queries.map(({ walkStart }) => walkStart))},
        ${uuids(queries.map(({ after }) => after ?? MAX_UUID))},
        ${uuids(queries.map(({ before }) => before ?? NIL_UUID))},
        ${booleans(queries.map(({ backwards }) => backwards))},
        ${integers(queries.map(({ size }) => size))}
      ) WITH ORDINALITY
        q("viewerId", "start", "after", "before", "backwards", "size", "index")
      LEFT JOIN (SELECT "id" FROM "FeedEvent" ORDER BY "id" DESC LIMIT 1) newest ON true) q
    CROSS JOIN LATERAL (
      SELECT array_agg(p."id") AS "ids", json_agg(json_build_array(
        json_build_array(e."eventId", e."isShare", e."comment"), ${actorTuple}, ${postTexts})
        ORDER BY e."rank") AS "events"
      FROM following_feed(
        q."viewerId", q."walkStart", q."after", q."before", q."backwards", q."size")
        WITH ORDINALITY e("eventId", "actorId", "postId", "isShare", "comment", "rank")
      JOIN "Post" p ON p."id" = e."postId" ${postJoins}
      LEFT JOIN "User" s ON s."id" = CASE WHEN e."isShare" THEN e."actorId" END) page
    ORDER BY q."index"`
  return pages.map(toRows)
}

function toRows({ walkStart, events, state }: FollowingPage): FollowingRow[] {
  const ofViewer = viewerPosts(state)
  return (events ?? []).map(([[eventId, isShare, comment], actor, texts]) => {
    const post = toPostRow(texts, ofViewer)
    const share = isShare ? { id: eventId, actor: toActor(actor), post, comment } : null
    return { ...post, eventId, walkStart, share }
  })
}
