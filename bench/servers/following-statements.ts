import { NIL_UUID } from '../../api/lib/ids.ts'
import type { FollowingKind } from '../data/follows.ts'
import { isListed, pageStatement, postJson, SESSION } from './sql-statements.ts'

// $2 is the UUID of the last event of the page before. The walk starts with the newest event.
// OFFSET 0 keeps a subquery an index lookup for each row.

/** More than a page, because hidden posts and older events of a post drop out. */
const CANDIDATES = 40
const WINDOW = 4_000

const VIEWER = `(${SESSION})`
const isFollowed = (user: string) =>
  `EXISTS (SELECT FROM "Follow" f WHERE f."followerId" = ${VIEWER} AND f."followeeId" = ${user} OFFSET 0)`

const share = `CASE WHEN p."isShare" THEN json_build_object('id', p."eventId", 'comment', p."comment",
  'actor', (SELECT json_build_object('id', s."id", 'displayName', s."displayName", 'username', s."username")
    FROM "User" s WHERE s."id" = p."actorId")) END`

interface Filter {
  /** Whether the viewer hides others. */
  isHiding?: boolean
}

/** The visible posts of candidates (events in order), each as its newest event. */
const following = (candidates: string, { isHiding = false }: Filter = {}) =>
  pageStatement(
    `SELECT p.*, e."id" AS "eventId", e."kind" = 'SHARE' AS "isShare", e."comment", e."actorId"
      FROM (${candidates}) e
      CROSS JOIN LATERAL (SELECT * FROM "Post" WHERE "id" = e."postId" AND "hiddenAt" IS NULL OFFSET 0) p
      WHERE (p."sharesCount" = 0 OR NOT EXISTS (
        SELECT FROM "FeedEvent" s WHERE s."postId" = p."id" AND s."id" > e."id" AND ${isFollowed('s."actorId"')}
          ${isHiding ? `AND ${isListed('s."actorId"')}` : ''} OFFSET 0))
        ${isHiding ? `AND ${isListed('p."authorId"')}` : ''}
      ORDER BY e."id" DESC LIMIT 21`,
    '',
    postJson(VIEWER, `'share', ${share}, `),
  )

/**
 * LATERAL for each followee: the newest event of each, then the others of the authors of the newest
 * ones, by index-only scans; and the viewer's own posts.
 */
const byFollowee = (filter: Filter = {}) =>
  following(
    `WITH first AS MATERIALIZED (
      SELECT f."followeeId", event."id" FROM "Follow" f CROSS JOIN LATERAL (
        SELECT "id" FROM "FeedEvent" WHERE "actorId" = f."followeeId" AND "id" < $2 ORDER BY "id" DESC LIMIT 1) event
      WHERE f."followerId" = ${VIEWER} ${filter.isHiding ? `AND ${isListed('f."followeeId"')}` : ''}
      ORDER BY event."id" DESC LIMIT ${CANDIDATES})
    SELECT e.* FROM (
      SELECT event."id" FROM first CROSS JOIN LATERAL (
        SELECT "id" FROM "FeedEvent" WHERE "actorId" = first."followeeId" AND "id" < $2
          AND "id" >= coalesce((SELECT "id" FROM first OFFSET ${CANDIDATES - 1}), '${NIL_UUID}')
        ORDER BY "id" DESC LIMIT ${CANDIDATES}) event
      UNION ALL (SELECT "id" FROM "Post" WHERE "authorId" = ${VIEWER} AND NOT "isReply" AND "id" < $2 ORDER BY "id" DESC LIMIT ${CANDIDATES})
      ORDER BY "id" DESC LIMIT ${CANDIDATES}) newest
    CROSS JOIN LATERAL (SELECT * FROM "FeedEvent" WHERE "id" = newest."id" OFFSET 0) e
    ORDER BY e."id" DESC`,
    filter,
  )

/** The newest events of everyone, filtered by an index lookup for each. */
const NEWEST_FIRST = following(
  `SELECT * FROM (SELECT * FROM "FeedEvent" WHERE "id" < $2 ORDER BY "id" DESC LIMIT ${WINDOW}) w
    WHERE CASE WHEN w."actorId" = ${VIEWER} THEN w."kind" = 'POST' ELSE ${isFollowed('w."actorId"')} END
    ORDER BY w."id" DESC`,
)

/** The best statement that we found for each kind of viewer. */
export const FOLLOWING: Record<FollowingKind, string> = {
  '35': byFollowee(),
  '500': byFollowee(),
  '5000': NEWEST_FIRST,
  silent: byFollowee(),
  'hiding-50': byFollowee({ isHiding: true }),
  'hiding-500': byFollowee({ isHiding: true }),
}
