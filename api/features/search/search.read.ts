import { createBatcher } from '#api/database/batch.ts'
import type { QueryClient } from '#api/database/client.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import { texts, uuids } from '#api/database/list.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import type { RecentPosts } from '../feed/recent-posts.ts'
import {
  likesAmong,
  type PostJson,
  type PostRow,
  postOf,
  postTables,
  postTexts,
} from '../post/post.row.ts'
import { type CommonGrams, learnCommonGrams } from './common-grams.ts'
import { matchesAmong, type NewestMatches } from './search-newest.ts'
import type { SearchQuery, Wanted } from './search-query.ts'

/** The classes of matches, best first; the database function `search_class` says what they mean. */
export const CLASSES = { whole: 1, start: 2, within: 3, author: 4 } as const

/** Where a post stands among what was found: by the class of its match, newest first within it. */
export interface Place {
  class: number
  /** A UUID. */
  id: string
}

export interface Found {
  class: number
  post: PostRow
}

/** Which part of what a query finds, for whom. */
export interface PostSearch {
  query: SearchQuery
  /** Beyond this place; null for the beginning, or the end where it is counted backwards. */
  from: Place | null
  backwards: boolean
  size: number
  /** A UUID. */
  reader: string | null
}

export interface SearchReads {
  /** What a query finds, in the order in which it is counted. */
  find(search: PostSearch): Promise<Found[]>
}

const FIRST: Place = { class: CLASSES.whole, id: MAX_UUID }
const LAST: Place = { class: CLASSES.author, id: NIL_UUID }

/** Looks in the newest posts first: what many posts have fills a page from there. */
export function createSearchReads(database: QueryClient, recent: RecentPosts | null): SearchReads {
  const common = learnCommonGrams(database)
  const look = createBatcher((asked: readonly Asked[]) => lookTogether(database, asked), {
    name: 'search.newest',
    concurrency: 3,
    maxBatchSize: 16,
  })

  return {
    async find(search) {
      if (search.from !== null || search.backwards) return findInAll(database, common, search, null)
      return findFirst(search)
    },
  }

  async function findFirst(search: PostSearch): Promise<Found[]> {
    const snapshot = recent && (await recent.current(search.reader !== null))
    const matches = snapshot && matchesAmong(snapshot, search.query)
    const page = matches && pageOf(matches, search)
    if (!page) return findInAll(database, common, search, matches)
    const { reader } = search
    const found = page.posts.map((post) => ({ class: page.class, post }))
    if (reader === null && page.unless === null) return found
    const { likes, others } = await look({
      reader,
      oldest: page.posts.at(-1)?.id ?? NIL_UUID,
      unless: page.unless,
    })
    if (others) return findInAll(database, common, search, matches)
    return found.map(({ post, ...rest }) => ({
      ...rest,
      post: likes.includes(post.id) ? { ...post, isLiked: true } : post,
    }))
  }
}

/** A page of the newest posts. */
interface NewestPage {
  class: number
  posts: readonly PostRow[]
  /** A better match than all of these, which must not be in any older post. */
  unless: Wanted | null
}

/** The newest posts that match best, where they fill a page. Where some are better and not enough, older ones are likely to be as well. */
function pageOf(
  { whole, start, within }: NewestMatches,
  { query, size }: Pick<PostSearch, 'query' | 'size'>,
): NewestPage | null {
  const page = (name: keyof NewestMatches, posts: readonly PostRow[], unless: Wanted | null) =>
    posts.length < size ? null : { class: CLASSES[name], posts: posts.slice(0, size), unless }
  if (whole.length > 0) return page('whole', whole, null)
  return start.length > 0 ? page('start', start, query.whole) : page('within', within, query.start)
}

interface Asked {
  reader: string | null
  /** What they like is told from this post on. */
  oldest: string
  unless: Wanted | null
}

/** Who likes what of the newest posts, and whether any post matches better. */
async function lookTogether(
  database: QueryClient,
  asked: readonly Asked[],
): Promise<{ likes: string[]; others: boolean }[]> {
  // SQL: set-based and hot (bench search-common).
  const rows = await database.rows<{ found: [string[] | null, boolean] }>`
    SELECT json_build_array(
      (SELECT json_agg(l."postId") FROM "Like" l WHERE l."userId" = w."reader" AND l."postId" >= w."oldest"),
      coalesce(search_any(w."patterns"::text[], w."grams"::int[]), false)) AS "found"
    FROM unnest(${uuids(asked.map(({ reader }) => reader))}, ${uuids(asked.map(({ oldest }) => oldest))},
      ${texts(asked.map(({ unless }) => unless && arrayOf(unless.patterns)))}, ${texts(asked.map(({ unless }) => unless && arrayOf(unless.grams)))})
      WITH ORDINALITY w("reader", "oldest", "patterns", "grams", "index") ORDER BY w."index"`
  return rows.map(({ found: [likes, others] }) => ({ likes: likes ?? [], others }))
}

/** @param newest what matches among the newest posts, where it was looked for */
async function findInAll(
  database: QueryClient,
  common: CommonGrams,
  { query: { whole, start, within, wordGrams }, from, backwards, size, reader }: PostSearch,
  newest: NewestMatches | null,
): Promise<Found[]> {
  const place = from ?? (backwards ? LAST : FIRST)
  const ids = (name: keyof NewestMatches) =>
    newest?.[name].slice(0, size).map(({ id }) => id) ?? null
  // SQL: hot (bench search-rare), calls the function search_posts.
  const [row] = await database.rows<{ found: [number, PostJson][] | null; likes: string[] | null }>`
    SELECT found."posts" AS "found", ${likesAmong(Prisma.sql`${reader}::uuid`, Prisma.sql`found."ids"`)} AS "likes"
    FROM (SELECT json_agg(json_build_array(f."class", ${postTexts}) ORDER BY f."rank") AS "posts", array_agg(p."id") AS "ids"
    FROM search_posts(${whole.patterns}::text[], ${whole.grams}::int[], ${start.patterns}::text[], ${start.grams}::int[],
      ${within.patterns}::text[], ${common.worthwhile(wordGrams)}::int[], ${wordGrams.map(arrayOf)}::text[],
      ${place.class}::int, ${place.id}::uuid, ${backwards}, ${size}::int,
      ${ids('whole')}::uuid[], ${ids('start')}::uuid[], ${ids('within')}::uuid[]) WITH ORDINALITY f("class", "postId", "rank")
    JOIN "Post" p ON p."id" = f."postId" ${postTables}) found`
  return (
    row?.found?.map(([level, post]) => ({
      class: level,
      post: postOf(post, row.likes?.includes(post[0])),
    })) ?? []
  )
}

/** A list as PostgreSQL writes one, for lists within a list. */
function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join()}}`
}

declare module '#api/context.ts' {
  interface Reads {
    search: SearchReads
  }
}
