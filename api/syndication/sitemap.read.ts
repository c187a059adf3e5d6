import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { NIL_UUID } from '#api/lib/ids.ts'

/** A page for search engines: a post, or the profile of a username. */
export interface SitemapRow {
  /** UUID. */
  id: string
  username: string | null
}

interface Keyset {
  below: string
  /** Inclusive. */
  downTo: string
  size: number
}

/**
 * SQL for the newest pages in a range of ids that anonymous visitors see. Ids begin with their
 * time, so posts and people merge in their order. Each part has a limit, so that the planner reads
 * no more of Post_feed_idx and User_pkey.
 */
const pages = ({ below, downTo, size }: Keyset) => {
  // The planner needs the number of rows as a constant.
  const limit = Prisma.raw(String(size))
  return Prisma.sql`
  (SELECT p."id", NULL::text AS "username" FROM listed_posts(NULL) p
    WHERE p."id" < ${below}::uuid AND p."id" >= ${downTo}::uuid
    ORDER BY p."id" DESC LIMIT ${limit})
  UNION ALL
  (SELECT u."id", u."username" FROM visible_users(NULL) u
    WHERE u."id" < ${below}::uuid AND u."id" >= ${downTo}::uuid
    ORDER BY u."id" DESC LIMIT ${limit})
  ORDER BY "id" DESC`
}

/** The id of the last of some pages below an id; null unless more pages follow. */
export async function lastBeforeMore(
  database: QueryClient,
  below: string,
  count: number,
): Promise<string | null> {
  // SQL: set-based: two ids of a merged keyset.
  const [last, next] = await database.rows<SitemapRow>`
    ${pages({ below, downTo: NIL_UUID, size: count + 1 })} OFFSET ${count - 1} LIMIT 2`
  return last && next ? last.id : null
}

const BATCH = 2_000

/** Reads pages by keyset, each batch by a short statement. */
export async function* readPages(
  database: QueryClient,
  { below, downTo }: { below: string; downTo: string },
): AsyncGenerator<SitemapRow[]> {
  let rows: SitemapRow[]
  let next = below
  do {
    // SQL: set-based: a keyset that merges two tables.
    rows = await database.rows<SitemapRow>`
      ${pages({ below: next, downTo, size: BATCH })} LIMIT ${Prisma.raw(String(BATCH))}`
    if (rows.length > 0) yield rows
    next = rows.at(-1)?.id ?? next
  } while (rows.length === BATCH)
}
