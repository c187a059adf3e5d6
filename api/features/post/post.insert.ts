import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { texts, uuids } from '#api/database/list.ts'
import { perDatabase } from '#api/database/per-database.ts'
import { DEMO_USER_UUID } from '#api/lib/ids.ts'
import type { searchText } from '#api/lib/search-text.ts'

/** The rows of a new post. */
export interface NewPostRows {
  post: {
    id: string
    authorId: string
    content: string
    imageUrl: string | null
    imageAlt: string | null
    videoUrl: string | null
    mediaId: string | null
    mediaType: MediaType
    threadRootId: string | null
    inReplyToId: string | null
    createdAt: Date
  }
  /** Null for a reply, which searches leave out. */
  search: ReturnType<typeof searchText> | null
  key: (IdempotencyKey & { hash: string; postId: string }) | null
}

interface IdempotencyKey {
  authorId: string
  key: string
}

export interface StoredKey {
  /** A fingerprint of the post's content. */
  hash: string
  postId: string
  createdAt: Date
}

/** Writes posts and reads their idempotency keys, in batches. */
export interface PostWrites {
  /**
   * Inserts all rows of a post in one transaction.
   * @returns false for a reply whose thread was closed meanwhile
   */
  insert(rows: NewPostRows): Promise<boolean>
  /** Null for an unknown key. */
  findKey(key: IdempotencyKey): Promise<StoredKey | null>
}

export const postWrites = perDatabase((database: Database): PostWrites => {
  const insertInBatch = createBatcher(
    async (batch: readonly NewPostRows[]) => {
      try {
        return await insertRows(database, batch)
      } catch {
        return batch.map(() => null)
      }
    },
    { name: 'post.insert', concurrency: 2, maxBatchSize: 32 },
  )
  return {
    findKey: createBatcher((keys: readonly IdempotencyKey[]) => readKeys(database, keys), {
      name: 'post.key',
      concurrency: 2,
      maxBatchSize: 32,
    }),
    async insert(rows) {
      // A batch fails as a whole, so each of its posts gets another try of its own.
      const isInserted = (await insertInBatch(rows)) ?? (await insertRows(database, [rows]))[0]
      return isInserted ?? false
    },
  }
})

/** First posts are marked, so that others can welcome newcomers. The demo user is not one. */
const EARLY_POSTS = 3

/** @returns for each post whether it was inserted */
async function insertRows(database: Database, batch: readonly NewPostRows[]): Promise<boolean[]> {
  const keys = batch.flatMap(({ key }) => key ?? [])
  const posts = batch.map(({ post }) => post)
  const column = <Name extends keyof NewPostRows['post']>(name: Name) =>
    posts.map((post) => post[name])
  // Closing a thread waits for its reply, or the reply for it: both lock the first post. The
  // answered reply comes first, as when it is deleted: another order would deadlock.
  // SQL: counts the author's earlier posts. Served by Post_authorId_isReply_id_idx.
  const insertPosts = database.$queryRaw<{ id: string }[]>`
    WITH answered AS MATERIALIZED (
      SELECT "id" FROM "Post" WHERE "id" = ANY(${uuids(column('inReplyToId'))})
      ORDER BY "id" FOR KEY SHARE),
    threads AS MATERIALIZED (
      SELECT "id", "repliesClosedAt" FROM "Post" WHERE "id" = ANY(${uuids(column('threadRootId'))})
        AND (SELECT count(*) FROM answered) >= 0
      ORDER BY "id" FOR NO KEY UPDATE)
    INSERT INTO "Post" ("id", "authorId", "content", "imageUrl", "imageAlt", "videoUrl", "mediaId",
      "mediaType", "threadRootId", "inReplyToId", "isReply", "createdAt", "isEarly")
    SELECT n."id", n."authorId", n."content", n."imageUrl", n."imageAlt", n."videoUrl", n."mediaId",
      n."mediaType"::"MediaType", n."threadRootId", n."inReplyToId", n."threadRootId" IS NOT NULL,
      n."createdAt"::timestamptz, n."threadRootId" IS NULL AND n."authorId" <> ${DEMO_USER_UUID}::uuid
        AND ${EARLY_POSTS}::int > (
        SELECT count(*) FROM (
          SELECT FROM "Post" p WHERE p."authorId" = n."authorId" AND NOT p."isReply"
          LIMIT ${EARLY_POSTS}::int) earlier)
    FROM unnest(
      ${uuids(column('id'))}, ${uuids(column('authorId'))}, ${texts(column('content'))},
      ${texts(column('imageUrl'))}, ${texts(column('imageAlt'))}, ${texts(column('videoUrl'))},
      ${uuids(column('mediaId'))}, ${texts(column('mediaType'))},
      ${uuids(column('threadRootId'))}, ${uuids(column('inReplyToId'))},
      ${texts(column('createdAt').map((time) => time.toISOString()))}
    ) n("id", "authorId", "content", "imageUrl", "imageAlt", "videoUrl", "mediaId", "mediaType",
      "threadRootId", "inReplyToId", "createdAt")
    WHERE NOT EXISTS (
      SELECT FROM threads t WHERE t."id" = n."threadRootId" AND t."repliesClosedAt" IS NOT NULL)
    RETURNING "id"`
  const searched = batch.flatMap(({ post, search }) => (search ? { id: post.id, search } : []))
  const ids = searched.map(({ id }) => id)
  const searchTexts = searched.map(({ search }) => search.text)
  const grams = searched.map(({ search }) => `{${search.grams}}`)
  // SQL: set-based. Prisma would send a parameter for each gram.
  const insertSearch = database.$executeRaw`
    INSERT INTO "PostSearch" ("postId", "text", "grams")
    SELECT s."postId", s."text", s."grams"::int[]
    FROM unnest(${uuids(ids)}, ${texts(searchTexts)}, ${texts(grams)}) s("postId", "text", "grams")`
  // SQL: set-based. A reply that was not inserted has no key.
  const insertKeys = database.$executeRaw`
    INSERT INTO "PostKey" ("authorId", "key", "hash", "postId")
    SELECT k."authorId", k."key", k."hash", k."postId" FROM unnest(
      ${uuids(keys.map(({ authorId }) => authorId))}, ${texts(keys.map(({ key }) => key))},
      ${texts(keys.map(({ hash }) => hash))}, ${uuids(keys.map(({ postId }) => postId))}
    ) k("authorId", "key", "hash", "postId")
    WHERE k."postId" IN (SELECT p."id" FROM "Post" p)`
  const [inserted] = await database.$transaction([
    insertPosts,
    insertSearch,
    ...(keys.length > 0 ? [insertKeys] : []),
  ])
  const insertedIds = new Set((inserted as { id: string }[]).map(({ id }) => id))
  return posts.map(({ id }) => insertedIds.has(id))
}

/**
 * Marks an author's first posts after one of them was deleted. A statement of its own, so that of
 * several deletions at once the last one sees all.
 */
export async function markEarlyPosts(database: Database, authorId: string): Promise<void> {
  // SQL: row locks in order. Served by Post_authorId_isReply_id_idx.
  await database.$executeRaw`
    UPDATE "Post" SET "isEarly" = true WHERE NOT "isEarly" AND "id" IN (
      SELECT p."id" FROM "Post" p WHERE p."authorId" = ${authorId}::uuid AND NOT p."isReply"
      ORDER BY p."id" LIMIT ${EARLY_POSTS}::int FOR NO KEY UPDATE)`
}

async function readKeys(
  database: Database,
  keys: readonly IdempotencyKey[],
): Promise<(StoredKey | null)[]> {
  const authorIds = keys.map(({ authorId }) => authorId)
  const names = keys.map(({ key }) => key)
  // SQL: set-based: one statement for a batch of lookups.
  const rows = await database.rows<{
    entry: [index: number, hash: string, postId: string, createdAt: string]
  }>`
    SELECT json_build_array(n."index", k."hash", k."postId", k."createdAt") AS "entry"
    FROM unnest(${uuids(authorIds)}, ${texts(names)}) WITH ORDINALITY n("authorId", "key", "index")
    JOIN "PostKey" k ON k."authorId" = n."authorId" AND k."key" = n."key"`
  const stored: (StoredKey | null)[] = keys.map(() => null)
  for (const { entry } of rows) {
    const [index, hash, postId, createdAt] = entry
    stored[index - 1] = { hash, postId, createdAt: new Date(createdAt) }
  }
  return stored
}
