import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import { uuids } from '#api/database/list.ts'

interface Wanted {
  userId: string
  postId: string
}

/** Gives and takes back likes. Doing it again changes nothing, nor does it where there is no such post. */
export interface LikeWrites {
  like(userId: string, postId: string): Promise<void>
  unlike(userId: string, postId: string): Promise<void>
}

/** One statement after the other: what comes meanwhile goes together in the next, which waits for the disk once. */
const bounds = { name: 'like', concurrency: 1, maxBatchSize: 64 }

export function createLikeWrites(database: Database): LikeWrites {
  const like = createBatcher(async (wanted: readonly Wanted[]) => {
    await insert(database, wanted)
    return wanted
  }, bounds)
  const unlike = createBatcher(async (wanted: readonly Wanted[]) => {
    await remove(database, wanted)
    return wanted
  }, bounds)
  return {
    like: async (userId, postId) => void (await like({ userId, postId })),
    unlike: async (userId, postId) => void (await unlike({ userId, postId })),
  }
}

// Both lock the posts' keys first, in order, as whoever deletes one does, so that nobody waits for another in a circle. Before
// them, as whoever deletes an account does, those of the people: a like of somebody who is gone fails nobody else's.
async function insert(database: Database, wanted: readonly Wanted[]): Promise<void> {
  // SQL: set-based and hot (bench like-one): many likes in one statement, locks in order.
  await database.rows`
    WITH users AS MATERIALIZED (
      SELECT "id" FROM "User" WHERE "id" = ANY(${uuids(usersOf(wanted))}) ORDER BY "id" FOR KEY SHARE),
    posts AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${uuids(idsOf(wanted))}) AND "hiddenAt" IS NULL
        AND (SELECT count(*) FROM users) > 0 ORDER BY "id" FOR KEY SHARE)
    INSERT INTO "Like" ("userId", "postId")
    SELECT w."userId", w."postId"
    FROM unnest(${uuids(wanted.map(({ userId }) => userId))}, ${uuids(wanted.map(({ postId }) => postId))}) w("userId", "postId")
    JOIN posts ON posts."id" = w."postId" JOIN users ON users."id" = w."userId"
    ORDER BY w."postId", w."userId"
    ON CONFLICT DO NOTHING`
}

async function remove(database: Database, wanted: readonly Wanted[]): Promise<void> {
  // SQL: set-based and hot, as above.
  await database.rows`
    WITH posts AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${uuids(idsOf(wanted))}) AND "hiddenAt" IS NULL ORDER BY "id" FOR KEY SHARE)
    DELETE FROM "Like" l USING posts,
      unnest(${uuids(wanted.map(({ userId }) => userId))}, ${uuids(wanted.map(({ postId }) => postId))}) w("userId", "postId")
    WHERE posts."id" = w."postId" AND l."userId" = w."userId" AND l."postId" = w."postId"`
}

const usersOf = (wanted: readonly Wanted[]) => [...new Set(wanted.map(({ userId }) => userId))]
const idsOf = (wanted: readonly Wanted[]) => [...new Set(wanted.map(({ postId }) => postId))]

declare module '#api/context.ts' {
  interface Services {
    likes: LikeWrites
  }
}
