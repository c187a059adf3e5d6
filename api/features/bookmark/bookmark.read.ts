import type { Context } from '#api/context.ts'
import { Prisma } from '#api/database/generated/prisma/client.ts'
import type { Texts } from '#api/database/text-columns.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { MAX_UUID, NIL_UUID } from '#api/lib/ids.ts'
import { postJoins, postTexts, toPostRow } from '../post/post.row.ts'
import { type ViewerPostsTuple, viewerPosts, viewerPostsSql } from '../post/post-viewer-state.ts'

interface BookmarkedPost {
  bookmarkId: string
  post: Texts
  state: ViewerPostsTuple
}

/** Reads a page of the posts that a viewer bookmarked, newest bookmark first. */
export async function bookmarksPage(
  userId: string,
  args: PageArguments,
  { reads, settings }: Context,
) {
  const cursors = new Cursors(settings.authSecret, `bookmarks ${userId}`)
  const page = readPage(args, cursors)
  const after = page.after ? uuidFromBytes(page.after) : MAX_UUID
  const before = page.before ? uuidFromBytes(page.before) : NIL_UUID
  const order = Prisma.raw(page.backwards ? 'ASC' : 'DESC')
  const state = viewerPostsSql(Prisma.sql`b."userId"`, Prisma.sql`f."postId" = p."id"`)
  // SQL: a keyset page, joined with the posts that the viewer sees.
  const rows = await reads.database.rows<BookmarkedPost>`
    SELECT b."id" AS "bookmarkId", to_json(${postTexts}) AS "post", ${state} AS "state"
    FROM "Bookmark" b JOIN visible_posts(${userId}::uuid) p ON p."id" = b."postId" ${postJoins}
    WHERE b."userId" = ${userId}::uuid
      AND b."id" < ${after}::uuid AND b."id" > ${before}::uuid
    ORDER BY b."id" ${order} LIMIT ${page.size + 1}::int`
  const posts = rows.map(({ bookmarkId, post, state }) => ({
    ...toPostRow(post, viewerPosts(state)),
    bookmarkId,
  }))
  return connection(posts, page, cursors, ({ bookmarkId }) => uuidToBytes(bookmarkId))
}
