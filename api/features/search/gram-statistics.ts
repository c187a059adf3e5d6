import type { QueryClient } from '#api/database/client.ts'
import { runDetached } from '#api/telemetry/request-context.ts'

/**
 * Selects the rarest grams of each word, as many as narrow it down enough. Looking common ones up
 * is slow, and the search compares the text itself too, so its results stay the same.
 * @returns the grams of all words
 */
export type SelectGrams = (words: readonly (readonly number[])[]) => number[]

/** A word needs no more grams when this many posts are expected to have the rarer ones. */
const MAX_CANDIDATES = 1000
const TTL_MS = 3_600_000

/** What PostgreSQL knows of "PostSearch". */
interface Statistics {
  posts: number
  /** The share of all posts by gram, for the most frequent grams. */
  shares: ReadonlyMap<number, number>
  /** No other gram has a larger share. */
  otherShare: number
}

const UNKNOWN: Statistics = { posts: Number.POSITIVE_INFINITY, shares: new Map(), otherShare: 1 }

/** Reads PostgreSQL's own statistics in the background. Until then every gram is kept. */
export function createGramSelection(database: QueryClient): SelectGrams {
  let statistics = UNKNOWN
  let refreshedAt = Number.NEGATIVE_INFINITY

  return (words) => {
    if (performance.now() - refreshedAt > TTL_MS) {
      refreshedAt = performance.now()
      // After a failure the search uses the previous statistics.
      runDetached(async () => {
        statistics = await readStatistics(database)
      }).catch(() => {})
    }
    return [...new Set(words.flatMap((word) => selectiveOf(word, statistics)))]
  }
}

/** Expects grams to occur independently of each other. */
function selectiveOf(
  word: readonly number[],
  { posts, shares, otherShare }: Statistics,
): readonly number[] {
  const shareOf = (gram: number) => shares.get(gram) ?? otherShare
  let candidates = posts
  return word
    .toSorted((one, other) => shareOf(one) - shareOf(other))
    .filter((gram, index) => {
      const isKept = index === 0 || candidates > MAX_CANDIDATES
      candidates *= shareOf(gram)
      return isKept
    })
}

async function readStatistics(database: QueryClient): Promise<Statistics> {
  // SQL: reads the planner's statistics, which Prisma doesn't model.
  const [row] = await database.rows<{
    posts: number
    grams: number[] | null
    /** As many as grams, then the smallest of them and two other numbers. */
    shares: number[] | null
  }>`
    SELECT c.reltuples::float8 AS posts, s.most_common_elems::text::int[] AS grams,
      s.most_common_elem_freqs::float8[] AS shares
    FROM pg_class c JOIN pg_stats s ON s.schemaname = current_schema()
      AND s.tablename = c.relname AND s.attname = 'grams'
    WHERE c.oid = '"PostSearch"'::regclass`
  if (!row?.grams || !row.shares) return UNKNOWN
  const { posts, grams, shares } = row
  return {
    posts,
    shares: new Map(grams.map((gram, index) => [gram, shares[index] ?? 1])),
    otherShare: shares[grams.length] ?? 1,
  }
}
