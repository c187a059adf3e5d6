import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { texts, uuids } from '#api/database/list.ts'
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
    createdAt: Date
  }
  search: ReturnType<typeof searchText>
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
  /** Inserts all rows of a post in one transaction. */
  insert(rows: NewPostRows): Promise<void>
  /** Null for an unknown key. */
  findKey(key: IdempotencyKey): Promise<StoredKey | null>
}

export function createPostWrites(database: Database): PostWrites {
  const insertInBatch = createBatcher(
    async (batch: readonly NewPostRows[]) => {
      try {
        await insertRows(database, batch)
        return batch.map(() => true)
      } catch {
        return batch.map(() => false)
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
      if (!(await insertInBatch(rows))) await insertRows(database, [rows])
    },
  }
}

async function insertRows(database: Database, batch: readonly NewPostRows[]): Promise<void> {
  const keys = batch.flatMap(({ key }) => key ?? [])
  const insertPosts = database.post.createMany({ data: batch.map(({ post }) => post) })
  const ids = batch.map(({ post }) => post.id)
  const searchTexts = batch.map(({ search }) => search.text)
  const grams = batch.map(({ search }) => `{${search.grams}}`)
  // SQL: set-based. Prisma would send a parameter for each gram.
  const insertSearch = database.$executeRaw`
    INSERT INTO "PostSearch" ("postId", "text", "grams")
    SELECT s."postId", s."text", s."grams"::int[]
    FROM unnest(${uuids(ids)}, ${texts(searchTexts)}, ${texts(grams)}) s("postId", "text", "grams")`
  await database.$transaction([
    ...(keys.length > 0 ? [database.postKey.createMany({ data: keys })] : []),
    insertPosts,
    insertSearch,
  ])
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

declare module '#api/context.ts' {
  interface Services {
    postWrites: PostWrites
  }
}
