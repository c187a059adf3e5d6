import { Prisma } from '#api/database/generated/prisma/client.ts'

/**
 * For each fact about a post that depends on rows of the viewer: SQL for the rows that make it
 * true. All statements that read posts read every fact, by an index that starts with the viewer.
 */
const rowFacts = {
  isLiked: Prisma.sql`SELECT l."userId" AS "viewerId", l."postId" FROM "Like" l`,
  isShared: Prisma.sql`
    SELECT e."actorId" AS "viewerId", e."postId" FROM "FeedEvent" e WHERE e."kind" = 'SHARE'`,
  isBookmarked: Prisma.sql`SELECT b."userId" AS "viewerId", b."postId" FROM "Bookmark" b`,
}

type RowFact = keyof typeof rowFacts
type PostFact = RowFact | 'viewerCanDelete'

const rowFactNames = Object.keys(rowFacts) as RowFact[]
const names: readonly PostFact[] = [...rowFactNames, 'viewerCanDelete']

/** What decides the facts about a post: UUIDs. */
export interface PostIds {
  id: string
  author: { id: string }
}

/** All facts about a post that depend on the viewer. */
export type PostViewerState = Record<PostFact, boolean>
/** The viewer, and for each row fact the posts for which it is true: UUIDs. */
export interface ViewerPosts extends Record<RowFact, readonly string[]> {
  /** Null for anonymous callers. */
  viewerId: string | null
}
/** The JSON that `viewerPostsSql` returns: the viewer, and the lists in the order of the facts. */
export type ViewerPostsTuple = readonly [string | null, ...(readonly string[] | null)[]]

/** Anonymous callers see this. */
export const noViewerPosts = viewerPosts([null])
export const anonymousPostState = stateFrom(() => false)

export function isPostFact(name: string): name is PostFact {
  return Object.hasOwn(anonymousPostState, name)
}

/**
 * SQL for a `ViewerPostsTuple`.
 * @param viewerId SQL of a UUID or null
 * @param condition SQL for a condition on `f."postId"`
 */
export function viewerPostsSql(viewerId: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql {
  const lists = rowFactNames.map(
    (name) => Prisma.sql`(
      SELECT json_agg(f."postId") FROM (${rowFacts[name]}) f
      WHERE f."viewerId" = ${viewerId} AND ${condition})`,
  )
  return Prisma.sql`json_build_array(${Prisma.join([viewerId, ...lists])})`
}

export function viewerPosts([viewerId, ...lists]: ViewerPostsTuple): ViewerPosts {
  const facts = Object.fromEntries(rowFactNames.map((name, index) => [name, lists[index] ?? []]))
  return { viewerId, ...(facts as unknown as Record<RowFact, readonly string[]>) }
}

export function postStateOf(post: PostIds, posts: ViewerPosts): PostViewerState {
  return stateFrom((name) => hasFact(post, name, posts))
}

export function hasFact({ id, author }: PostIds, name: PostFact, posts: ViewerPosts): boolean {
  return name === 'viewerCanDelete' ? author.id === posts.viewerId : posts[name].includes(id)
}

function stateFrom(isTrue: (name: PostFact) => boolean): PostViewerState {
  return Object.fromEntries(names.map((name) => [name, isTrue(name)])) as PostViewerState
}
