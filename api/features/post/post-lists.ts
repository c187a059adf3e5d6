import { Prisma } from '#api/database/generated/prisma/client.ts'
import { mediaJoin, postJoins } from './post.row.ts'

interface ListSql {
  /** The database function that returns the posts, with the alias `p`. */
  posts: Prisma.Sql
  /** With the query as `q`. */
  condition: Prisma.Sql
  /** A join for each query, and one for each post. */
  outerJoin: Prisma.Sql
  rowJoins: Prisma.Sql
  isOldestFirst: boolean
}

const byEveryone = { outerJoin: Prisma.empty, rowJoins: postJoins, isOldestFirst: false }

/** Looks the author up once instead of for each post. Muting leaves profiles as they are. */
const byAuthor = {
  posts: Prisma.raw('visible_posts'),
  outerJoin: Prisma.sql`LEFT JOIN "User" a ON a."id" = q."of"`,
  rowJoins: mediaJoin,
  isOldestFirst: false,
}

/** Posts without a like or reply by someone else. A hidden reply is no answer. */
const isUnanswered = Prisma.sql`
  AND NOT EXISTS (
    SELECT FROM "Like" l WHERE l."postId" = p."id" AND l."userId" <> p."authorId" OFFSET 0)
  AND NOT EXISTS (
    SELECT FROM visible_posts(NULL) r
    WHERE r."threadRootId" = p."id" AND r."authorId" <> p."authorId" OFFSET 0)`

const unanswered = {
  ...byEveryone,
  posts: Prisma.raw('listed_posts'),
  isOldestFirst: true,
}

/** How `postReads` reads each list: newest first unless said. */
export const postLists = {
  feed: { ...byEveryone, posts: Prisma.raw('listed_posts'), condition: Prisma.empty },
  posts: {
    ...byAuthor,
    condition: Prisma.sql`AND p."authorId" = q."of" AND NOT p."isReply"`,
  },
  replies: { ...byAuthor, condition: Prisma.sql`AND p."authorId" = q."of" AND p."isReply"` },
  thread: {
    ...byEveryone,
    posts: Prisma.raw('listed_replies'),
    condition: Prisma.sql`AND p."threadRootId" = q."of"`,
    isOldestFirst: true,
  },
  // Served by Post_early_idx, Like_postId_createdAt_userId_idx and Post_threadRootId_id_idx.
  unansweredNewcomers: {
    ...unanswered,
    condition: Prisma.sql`AND p."isEarly" ${isUnanswered}`,
  },
  // Served by Post_feed_idx and the same.
  unanswered: { ...unanswered, condition: Prisma.sql`AND NOT p."isEarly" ${isUnanswered}` },
} satisfies Record<string, ListSql>

export type PostList = keyof typeof postLists
