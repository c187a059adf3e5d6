import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'

interface PostPage {
  /** Identifies the list in its cursors. */
  list: string
  /** A UUID; null for all authors. */
  authorId: string | null
  args: PageArguments
  context: Context
}

/** Reads a page of posts, newest first. The id is the cursor, because it begins with the time. */
export async function postPage({ list, authorId, args, context }: PostPage) {
  const cursors = new Cursors(context.settings.authSecret, list)
  const page = readPage(args, cursors)
  const posts = await context.reads.posts.list({
    authorId,
    after: page.after && uuidFromBytes(page.after),
    before: page.before && uuidFromBytes(page.before),
    backwards: page.backwards,
    size: page.size + 1,
    viewerId: context.viewer?.id ?? null,
  })
  return connection(posts, page, cursors, ({ id }) => uuidToBytes(id))
}
