import { createBatcher } from '#api/database/batch.ts'
import type { Database } from '#api/database/client.ts'
import type { MediaType } from '#api/database/generated/prisma/enums.ts'
import { texts, uuids } from '#api/database/list.ts'
import type { searchText } from '#api/lib/search-text.ts'

/** All that is written when a post is made. */
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
  key: (PostKeyName & { hash: string; postId: string }) | null
}

interface PostKeyName {
  authorId: string
  key: string
}

/** What is remembered of a post that was made with a key. */
export interface KeptKey {
  hash: string
  postId: string
  createdAt: Date
}

export interface PostInserts {
  /** Writes a post in one transaction, which it may share with others. */
  insert(rows: NewPostRows): Promise<void>
  /** Null where an author made no post with the key. */
  findKey(name: PostKeyName): Promise<KeptKey | null>
}

/** Posts that come in together are written together; if that fails, each alone, so that nobody fails for another's post. */
export function createPostInserts(database: Database): PostInserts {
  const insertTogether = createBatcher(
    async (all: readonly NewPostRows[]) => {
      try {
        await write(database, all)
        return all.map(() => true)
      } catch {
        return all.map(() => false)
      }
    },
    { name: 'post.insert', concurrency: 2, maxBatchSize: 32 },
  )
  return {
    findKey: createBatcher((names: readonly PostKeyName[]) => findKeys(database, names), {
      name: 'post.key',
      concurrency: 2,
      maxBatchSize: 32,
    }),
    async insert(rows) {
      if (!(await insertTogether(rows))) await write(database, [rows])
    },
  }
}

async function write(database: Database, all: readonly NewPostRows[]): Promise<void> {
  const keys = all.flatMap(({ key }) => key ?? [])
  const insertPosts = database.post.createMany({ data: all.map(({ post }) => post) })
  // SQL: set-based. Prisma would send a parameter for each gram.
  const insertSearch = database.$executeRaw`
    INSERT INTO "PostSearch" ("postId", "text", "grams")
    SELECT s."postId", s."text", s."grams"::int[] FROM unnest(${uuids(all.map(({ post }) => post.id))},
      ${texts(all.map(({ search }) => search.text))}, ${texts(all.map(({ search }) => `{${search.grams}}`))}) s("postId", "text", "grams")`
  await database.$transaction([
    ...(keys.length > 0 ? [database.postKey.createMany({ data: keys })] : []),
    insertPosts,
    insertSearch,
  ])
}

async function findKeys(
  database: Database,
  names: readonly PostKeyName[],
): Promise<(KeptKey | null)[]> {
  // SQL: set-based, one lookup for all posts that arrive at the time.
  const rows = await database.rows<{
    found: [index: number, hash: string, postId: string, createdAt: string]
  }>`
    SELECT json_build_array(n."index", k."hash", k."postId", k."createdAt") AS "found"
    FROM unnest(${uuids(names.map(({ authorId }) => authorId))}, ${texts(names.map(({ key }) => key))}) WITH ORDINALITY n("authorId", "key", "index")
    JOIN "PostKey" k ON k."authorId" = n."authorId" AND k."key" = n."key"`
  const kept: (KeptKey | null)[] = names.map(() => null)
  for (const { found } of rows) {
    const [index, hash, postId, createdAt] = found
    kept[index - 1] = { hash, postId, createdAt: new Date(createdAt) }
  }
  return kept
}

declare module '#api/context.ts' {
  interface Services {
    inserts: PostInserts
  }
}
