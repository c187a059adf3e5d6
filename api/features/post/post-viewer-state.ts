import { Prisma } from '#api/database/generated/prisma/client.ts'

/**
 * For each fact about a post that depends on the viewer: SQL for the rows that make it true. All
 * statements that read posts read every fact, by an index that starts with the viewer.
 */
const facts = {
  isLiked: Prisma.sql`SELECT l."userId" AS "viewerId", l."postId" FROM "Like" l`,
  isShared: Prisma.sql`
    SELECT e."actorId" AS "viewerId", e."postId" FROM "FeedEvent" e WHERE e."kind" = 'SHARE'`,
  viewerCanDelete: Prisma.sql`SELECT p."authorId" AS "viewerId", p."id" AS "postId" FROM "Post" p`,
}

type PostFact = keyof typeof facts
export type PostViewerState = Record<PostFact, boolean>
/** For each fact, the posts for which it is true: UUIDs. */
export type ViewerPosts = Record<PostFact, readonly string[]>
/** The JSON that `viewerPostsSql` returns: the same lists by position. */
export type ViewerPostsTuple = readonly (readonly string[] | null)[]

const names = Object.keys(facts) as PostFact[]

/** Anonymous callers see this. */
export const anonymousPostState = stateFrom(() => false)
export const noViewerPosts = viewerPosts([])

export function isPostFact(name: string): name is PostFact {
  return Object.hasOwn(facts, name)
}

/**
 * SQL for a `ViewerPostsTuple`.
 * @param viewerId SQL of a UUID or null
 * @param condition SQL for a condition on `f."postId"`
 */
export function viewerPostsSql(viewerId: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql {
  const lists = names.map(
    (name) => Prisma.sql`(
      SELECT json_agg(f."postId") FROM (${facts[name]}) f
      WHERE f."viewerId" = ${viewerId} AND ${condition})`,
  )
  return Prisma.sql`json_build_array(${Prisma.join(lists)})`
}

export function viewerPosts(tuple: ViewerPostsTuple): ViewerPosts {
  return Object.fromEntries(
    names.map((name, index) => [name, tuple[index] ?? []]),
  ) as unknown as ViewerPosts
}

export function postStateOf(id: string, posts: ViewerPosts): PostViewerState {
  return stateFrom((name) => posts[name].includes(id))
}

function stateFrom(isTrue: (name: PostFact) => boolean): PostViewerState {
  return Object.fromEntries(names.map((name) => [name, isTrue(name)])) as unknown as PostViewerState
}
