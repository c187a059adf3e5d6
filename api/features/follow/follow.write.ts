import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import { limits } from '#rules/limits.ts'

interface FollowKey {
  followerId: string
  followeeId: string
}

interface NewFollow extends FollowKey {
  /** UUIDv7. */
  id: string
}

/** Adds and removes follows, in batches. Idempotent; ignores missing users. */
export interface FollowWrites {
  /** @returns false if the follower already follows the maximum number of people */
  follow(follow: NewFollow): Promise<boolean>
  unfollow(key: FollowKey): Promise<void>
}

/** One statement at a time, so that follows that arrive meanwhile share the next commit. */
const batchOptions = { name: 'follow', concurrency: 1, maxBatchSize: 64 }

export const followWrites = perDatabase((database: Database): FollowWrites => {
  return {
    follow: createBatcher(
      (follows: readonly NewFollow[]) => insertFollows(database, follows),
      batchOptions,
    ),
    unfollow: createBatcher(async (keys: readonly FollowKey[]) => {
      await deleteFollows(database, keys)
      return keys.map(() => undefined)
    }, batchOptions),
  }
})

// To avoid deadlocks, all statements that change follows lock both users in the order of their ids.
// Missing users drop out there, so they can't fail the rest of the batch.

async function insertFollows(
  database: Database,
  follows: readonly NewFollow[],
): Promise<readonly boolean[]> {
  // SQL: set-based and hot (bench follow): many follows in one statement, locks in order.
  const rejected = await database.rows<FollowKey>`
    WITH users AS MATERIALIZED (
      SELECT "id", "followingCount" FROM "User" WHERE "id" = ANY(${uuids(userIds(follows))})
      ORDER BY "id" FOR NO KEY UPDATE),
    keys AS MATERIALIZED (
      SELECT DISTINCT ON (k."followerId", k."followeeId") k.*, follower."followingCount"
      FROM unnest(
        ${uuids(follows.map(({ id }) => id))},
        ${uuids(follows.map(({ followerId }) => followerId))},
        ${uuids(follows.map(({ followeeId }) => followeeId))}
      ) WITH ORDINALITY k("id", "followerId", "followeeId", "index")
      JOIN users follower ON follower."id" = k."followerId"
      JOIN users followee ON followee."id" = k."followeeId"
      WHERE NOT EXISTS (
        SELECT FROM "Follow" f
        WHERE f."followerId" = k."followerId" AND f."followeeId" = k."followeeId")
        AND NOT EXISTS (SELECT FROM blocks_between(k."followerId", k."followeeId"))
      ORDER BY k."followerId", k."followeeId", k."index"),
    -- Counts only what would be inserted, each once.
    counted AS MATERIALIZED (
      SELECT k.*, k."followingCount" + row_number() OVER (
        PARTITION BY k."followerId" ORDER BY k."index") AS "newCount" FROM keys k),
    inserted AS (
      INSERT INTO "Follow" ("id", "followerId", "followeeId")
      SELECT "id", "followerId", "followeeId" FROM counted
      WHERE "newCount" <= ${limits.followees}::int
      ON CONFLICT DO NOTHING)
    SELECT "followerId", "followeeId" FROM counted WHERE "newCount" > ${limits.followees}::int`
  const pairOf = ({ followerId, followeeId }: FollowKey) => `${followerId} ${followeeId}`
  const rejectedPairs = new Set(rejected.map(pairOf))
  return follows.map((follow) => !rejectedPairs.has(pairOf(follow)))
}

async function deleteFollows(database: Database, keys: readonly FollowKey[]): Promise<void> {
  // SQL: set-based and hot, as above.
  await database.rows`
    WITH users AS MATERIALIZED (
      SELECT "id" FROM "User" WHERE "id" = ANY(${uuids(userIds(keys))})
      ORDER BY "id" FOR NO KEY UPDATE)
    DELETE FROM "Follow" f USING unnest(
      ${uuids(keys.map(({ followerId }) => followerId))},
      ${uuids(keys.map(({ followeeId }) => followeeId))}) k("followerId", "followeeId")
    WHERE (SELECT count(*) FROM users) > 0
      AND f."followerId" = k."followerId" AND f."followeeId" = k."followeeId"`
}

const userIds = (keys: readonly FollowKey[]) =>
  keys.flatMap(({ followerId, followeeId }) => [followerId, followeeId])
