import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'

interface LikeKey {
  userId: string
  postId: string
}

/** Adds and removes likes, in batches. Idempotent; ignores missing posts. */
export interface LikeWrites {
  like(key: LikeKey): Promise<void>
  unlike(key: LikeKey): Promise<void>
}

/** One statement at a time, so that likes that arrive meanwhile share the next commit. */
const batchOptions = { name: 'like', concurrency: 1, maxBatchSize: 64 }

export const likeWrites = perDatabase((database: Database): LikeWrites => {
  const batched = (write: typeof insertLikes) =>
    createBatcher(async (keys: readonly LikeKey[]) => {
      await write(database, keys)
      return keys.map(() => undefined)
    }, batchOptions)
  return { like: batched(insertLikes), unlike: batched(deleteLikes) }
})

// To avoid deadlocks, all statements that change likes lock posts in the order of their ids, and
// users before. Missing users and posts drop out, so they can't fail the rest of the batch.

async function insertLikes(database: Database, keys: readonly LikeKey[]): Promise<void> {
  // SQL: set-based and hot (bench like-one): many likes in one statement, locks in order.
  await database.rows`
    WITH users AS MATERIALIZED (
      SELECT "id" FROM "User" WHERE "id" = ANY(${uuids(userIds(keys))})
      ORDER BY "id" FOR KEY SHARE),
    posts AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${uuids(postIds(keys))})
        AND (SELECT count(*) FROM users) > 0 ORDER BY "id" FOR KEY SHARE)
    INSERT INTO "Like" ("userId", "postId")
    SELECT k."userId", k."postId"
    FROM unnest(${uuids(userIds(keys))}, ${uuids(postIds(keys))}) k("userId", "postId")
    JOIN posts ON posts."id" = k."postId" JOIN users ON users."id" = k."userId"
    JOIN visible_posts(k."userId") visible ON visible."id" = k."postId"
    ORDER BY k."postId", k."userId"
    ON CONFLICT DO NOTHING`
}

async function deleteLikes(database: Database, keys: readonly LikeKey[]): Promise<void> {
  // SQL: set-based and hot, as above.
  await database.rows`
    WITH posts AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${uuids(postIds(keys))})
      ORDER BY "id" FOR KEY SHARE)
    DELETE FROM "Like" l USING posts,
      unnest(${uuids(userIds(keys))}, ${uuids(postIds(keys))}) k("userId", "postId")
    JOIN visible_posts(k."userId") visible ON visible."id" = k."postId"
    WHERE posts."id" = k."postId" AND l."userId" = k."userId" AND l."postId" = k."postId"`
}

const userIds = (keys: readonly LikeKey[]) => keys.map(({ userId }) => userId)
const postIds = (keys: readonly LikeKey[]) => keys.map(({ postId }) => postId)
