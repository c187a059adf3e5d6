import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import type { Texts } from '#api/database/text-columns.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import type { RecentPostsCache } from '../feed/recent-posts.ts'
import { visibleTo } from '../feed/snapshot.ts'
import { type PostRow, postJoins, postTexts, toPostRow } from '../post/post.row.ts'
import {
  noViewerPosts,
  postStateOf,
  type ViewerPosts,
  type ViewerPostsTuple,
  viewerPosts,
  viewerPostsSql,
} from '../post/post-viewer-state.ts'
import type { HiddenUsers } from '../visibility/can-see.ts'
import { createGramSelection, type SelectGrams } from './gram-statistics.ts'
import { matchRecentPosts, type RecentMatches } from './recent-matches.ts'
import type { SearchQuery, Terms } from './search-query.ts'

/** Best first. The database function `search_class` defines the same numbers. */
export const MATCH_CLASSES = { whole: 1, start: 2, within: 3, author: 4 } as const

/** A position in the results, which are ordered by match class and then newest first. */
export interface SearchPosition {
  matchClass: number
  /** The UUID of a post. */
  id: string
}

export interface SearchHit {
  matchClass: number
  post: PostRow
}

export interface SearchRequest {
  query: SearchQuery
  /** Only results beyond this position; null for all. */
  from: SearchPosition | null
  /** Counts from the end of the results. */
  backwards: boolean
  size: number
  /** A UUID. */
  viewerId: string | null
  /** The same as the database knows of the viewer. */
  hidden: HiddenUsers
}

export interface SearchReads {
  /** Returns the results in page order. */
  find(request: SearchRequest): Promise<SearchHit[]>
}

const FIRST: SearchPosition = { matchClass: MATCH_CLASSES.whole, id: MAX_UUID }
const LAST: SearchPosition = { matchClass: MATCH_CLASSES.author, id: NIL_UUID }

/** Searches the cached newest posts first: they often fill the first page. */
export function createSearchReads(
  database: QueryClient,
  recentPosts: RecentPostsCache | null,
): SearchReads {
  const selectGrams = createGramSelection(database)
  const readPageFacts = createBatcher(
    (keys: readonly RecentPageKey[]) => readRecentPageFacts(database, keys),
    { name: 'search.newest', concurrency: 3, maxBatchSize: 16 },
  )

  return {
    async find(request) {
      if (request.from !== null || request.backwards)
        return searchDatabase(database, selectGrams, request, null)
      return findFirstPage(request)
    },
  }

  async function findFirstPage(request: SearchRequest): Promise<SearchHit[]> {
    const { viewerId, hidden } = request
    const snapshot = await recentPosts?.get(viewerId === null ? 'recent' : 'latest')
    const matches = snapshot ? matchRecentPosts(visibleTo(snapshot, hidden), request.query) : null
    const page = matches && recentPageOf(matches, request)
    if (!page) return searchDatabase(database, selectGrams, request, matches)
    const hits = page.posts.map((post) => ({ matchClass: page.matchClass, post }))
    if (viewerId === null && page.betterTerms === null) return hits
    const { ofViewer, hasBetterMatch } = await readPageFacts({
      viewerId,
      oldestPostId: page.posts.at(-1)?.id ?? NIL_UUID,
      betterTerms: page.betterTerms,
    })
    if (hasBetterMatch) return searchDatabase(database, selectGrams, request, matches)
    return hits.map(({ matchClass, post }) => ({
      matchClass,
      post: { ...post, ...postStateOf(post, ofViewer) },
    }))
  }
}

/** A first page of cached posts, all of one match class. */
interface RecentPage {
  matchClass: number
  posts: readonly PostRow[]
  /** The page is wrong if an older post matches these; null for the best class. */
  betterTerms: Terms | null
}

/**
 * Builds a page of the best match class among the cached posts; null when they don't fill one.
 * If a better class has a few matches, older posts probably have more, so that is null too.
 */
function recentPageOf(
  { whole, start, within }: RecentMatches,
  { query, size }: Pick<SearchRequest, 'query' | 'size'>,
): RecentPage | null {
  const pageOf = (
    name: keyof RecentMatches,
    posts: readonly PostRow[],
    betterTerms: Terms | null,
  ): RecentPage | null =>
    posts.length < size
      ? null
      : { matchClass: MATCH_CLASSES[name], posts: posts.slice(0, size), betterTerms }
  if (whole.length > 0) return pageOf('whole', whole, null)
  return start.length > 0
    ? pageOf('start', start, query.whole)
    : pageOf('within', within, query.start)
}

interface RecentPageKey {
  viewerId: string | null
  /** The state of older posts is not needed. */
  oldestPostId: string
  betterTerms: Terms | null
}

/** Reads the viewer's state, and whether any post matches better than a cached page. */
async function readRecentPageFacts(
  database: QueryClient,
  keys: readonly RecentPageKey[],
): Promise<{ ofViewer: ViewerPosts; hasBetterMatch: boolean }[]> {
  const patterns = keys.map(
    ({ betterTerms }) => betterTerms && toArrayLiteral(betterTerms.patterns),
  )
  const grams = keys.map(({ betterTerms }) => betterTerms && toArrayLiteral(betterTerms.grams))
  const viewerIds = keys.map(({ viewerId }) => viewerId)
  const oldestPostIds = keys.map(({ oldestPostId }) => oldestPostId)
  const state = viewerPostsSql(Prisma.sql`k."viewerId"`, Prisma.sql`f."postId" >= k."oldestPostId"`)
  // SQL: set-based and hot (bench search-common).
  const rows = await database.rows<{ facts: [ViewerPostsTuple, boolean] }>`
    SELECT json_build_array(${state},
      coalesce(search_any(k."patterns"::text[], k."grams"::int[]), false)) AS "facts"
    FROM unnest(${uuids(viewerIds)}, ${uuids(oldestPostIds)}, ${texts(patterns)}, ${texts(grams)})
      WITH ORDINALITY k("viewerId", "oldestPostId", "patterns", "grams", "index")
    ORDER BY k."index"`
  return rows.map(({ facts: [state, hasBetterMatch] }) => ({
    ofViewer: viewerPosts(state),
    hasBetterMatch,
  }))
}

/** @param recent the matches among the cached posts, which spares the database that part */
async function searchDatabase(
  database: QueryClient,
  selectGrams: SelectGrams,
  { query, from, backwards, size, viewerId }: SearchRequest,
  recent: RecentMatches | null,
): Promise<SearchHit[]> {
  const { whole, start, within, wordGrams } = query
  const { matchClass, id } = from ?? (backwards ? LAST : FIRST)
  const recentIds = (name: keyof RecentMatches) =>
    recent?.[name].slice(0, size).map((post) => post.id) ?? null
  const state = viewerPostsSql(
    Prisma.sql`${viewerId}::uuid`,
    Prisma.sql`f."postId" = ANY(page."ids")`,
  )
  // SQL: hot (bench search-rare), calls the function search_listed_posts.
  const [row] = await database.rows<{
    hits: [number, Texts][] | null
    state: ViewerPostsTuple
  }>`
    SELECT page."hits", ${state} AS "state" FROM (
      SELECT json_agg(json_build_array(f."class", ${postTexts}) ORDER BY f."rank") AS "hits",
        array_agg(p."id") AS "ids"
      FROM search_listed_posts(
        ${viewerId}::uuid,
        ${whole.patterns}::text[], ${whole.grams}::int[],
        ${start.patterns}::text[], ${start.grams}::int[],
        ${within.patterns}::text[], ${selectGrams(wordGrams)}::int[],
        ${wordGrams.map(toArrayLiteral)}::text[],
        ${matchClass}::int, ${id}::uuid, ${backwards}, ${size}::int,
        ${recentIds('whole')}::uuid[], ${recentIds('start')}::uuid[], ${recentIds('within')}::uuid[]
      ) WITH ORDINALITY f("class", "postId", "rank")
      JOIN "Post" p ON p."id" = f."postId" ${postJoins}) page`
  const ofViewer = row ? viewerPosts(row.state) : noViewerPosts
  return (
    row?.hits?.map(([matchClass, post]) => ({
      matchClass,
      post: toPostRow(post, ofViewer),
    })) ?? []
  )
}

/** PostgreSQL's text format of an array, for arrays within an array. */
function toArrayLiteral(values: readonly (string | number)[]): string {
  const elements = values.map((value) =>
    typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${elements.join()}}`
}

declare module '#api/context.ts' {
  interface Reads {
    search: SearchReads
  }
}
