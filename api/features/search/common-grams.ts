import type { QueryClient } from '#api/database/client.ts'
import { runDetached } from '#api/telemetry/request-context.ts'

/** What very many posts have tells a search nothing, and the index reads all of them for it. */
export interface CommonGrams {
  /** The grams of each word that are worth looking up, of all words together. Those that were left out, the text itself is asked for. */
  worthwhile(words: readonly (readonly number[])[]): number[]
}

/** The part of all posts that have one. */
const COMMON = 0.05
/** So many of a word's grams say enough. */
const ENOUGH = 2
/** How old what is known may be, in milliseconds. */
const TRUST = 3_600_000

/** Learns from PostgreSQL's own statistics, which it renews by itself, what is common. Nobody waits for that. */
export function learnCommonGrams(database: QueryClient): CommonGrams {
  let common: ReadonlySet<number> = new Set()
  let askedAt = Number.NEGATIVE_INFINITY

  async function learn() {
    // SQL: reads the planner's statistics, which are no table of Prisma's.
    const rows = await database.rows<{ gram: number }>`
      SELECT each.gram FROM pg_stats s
      CROSS JOIN LATERAL unnest(s.most_common_elems::text::int[], s.most_common_elem_freqs::float8[]) each(gram, share)
      WHERE s.schemaname = current_schema() AND s.tablename = 'PostSearch' AND s.attname = 'grams' AND each.share >= ${COMMON}`
    common = new Set(rows.map(({ gram }) => gram))
  }

  return {
    worthwhile(words) {
      if (performance.now() - askedAt > TRUST) {
        askedAt = performance.now()
        // Where it cannot be had, all are looked up.
        runDetached(learn).catch(() => {})
      }
      const worth = words.flatMap((grams) => {
        const telling = grams.filter((gram) => !common.has(gram))
        return telling.length >= ENOUGH ? telling : grams
      })
      return [...new Set(worth)]
    },
  }
}
