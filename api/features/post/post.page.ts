import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'

interface PostPage {
  /** The list's name in its cursors. */
  list: string
  /** Whose posts, by UUID; null for everybody's. */
  author: string | null
  args: PageArguments
  context: Context
}

/** A page of posts, newest first, in one statement. An id is its post's time, so it alone is the place in the list. */
export async function postPage({ list, author, args, context }: PostPage) {
  const cursors = new Cursors(context.settings.authSecret, list)
  const page = readPage(args, cursors)
  const posts = await context.reads.posts.list({
    author,
    after: page.after && uuidFromBytes(page.after),
    before: page.before && uuidFromBytes(page.before),
    backwards: page.backwards,
    size: page.size + 1,
    reader: context.viewer?.id ?? null,
  })
  return connection(posts, page, cursors, ({ id }) => uuidToBytes(id))
}
