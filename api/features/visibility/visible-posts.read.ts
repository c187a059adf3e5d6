import type { Database } from '#api/database/client.ts'

/** @returns those of the posts that a viewer can see */
export async function readVisiblePosts(
  database: Database,
  viewerId: string,
  postIds: readonly string[],
): Promise<Set<string>> {
  // SQL: visible_posts is the definition.
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM visible_posts(${viewerId}::uuid) WHERE "id" = ANY(${postIds}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}
