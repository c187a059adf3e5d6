import type { QueryClient } from '#api/database/client.ts'
import { runDetached } from '#api/telemetry/request-context.ts'

/** Knows the most common grams. Looking them up is slow and hardly narrows a search down. */
export interface GramStatistics {
  /**
   * Drops common grams from words that have enough selective ones.
   * The search compares the text itself too, so its results stay the same.
   * @returns the grams of all words
   */
  selectiveGrams(words: readonly (readonly number[])[]): number[]
}

/** The share of all posts from which on a gram is common. */
const COMMON_SHARE = 0.05
/** Words with fewer selective grams keep the common ones. */
const MIN_SELECTIVE = 2
const TTL_MS = 3_600_000

/** Reads PostgreSQL's own statistics in the background. Until then no gram counts as common. */
export function createGramStatistics(database: QueryClient): GramStatistics {
  let common: ReadonlySet<number> = new Set()
  let refreshedAt = Number.NEGATIVE_INFINITY

  async function refresh() {
    // SQL: reads the planner's statistics, which Prisma doesn't model.
    const rows = await database.rows<{ gram: number }>`
      SELECT each.gram FROM pg_stats s
      CROSS JOIN LATERAL unnest(
        s.most_common_elems::text::int[], s.most_common_elem_freqs::float8[]) each(gram, share)
      WHERE s.schemaname = current_schema() AND s.tablename = 'PostSearch' AND s.attname = 'grams'
        AND each.share >= ${COMMON_SHARE}`
    common = new Set(rows.map(({ gram }) => gram))
  }

  return {
    selectiveGrams(words) {
      if (performance.now() - refreshedAt > TTL_MS) {
        refreshedAt = performance.now()
        // After a failure the search uses the previous statistics.
        runDetached(refresh).catch(() => {})
      }
      const grams = words.flatMap((word) => {
        const selective = word.filter((gram) => !common.has(gram))
        return selective.length >= MIN_SELECTIVE ? selective : word
      })
      return [...new Set(grams)]
    },
  }
}
