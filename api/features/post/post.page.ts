import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import type { PostList } from './post-lists.ts'

interface PostPage {
  list: PostList
  /** The UUID of the author or the thread; null for lists by everyone. */
  of: string | null
  args: PageArguments
  context: Context
}

/** Reads a page of posts. The id is the cursor, because it begins with the time. */
export async function postPage({ list, of, args, context }: PostPage) {
  const cursors = new Cursors(context.settings.authSecret, of === null ? list : `${list} ${of}`)
  const page = readPage(args, cursors)
  const posts = await context.reads.posts.list({
    list,
    of,
    after: page.after && uuidFromBytes(page.after),
    before: page.before && uuidFromBytes(page.before),
    backwards: page.backwards,
    size: page.size + 1,
    viewerId: context.viewer?.id ?? null,
    hidden: await context.hiddenUsers(context.viewer),
  })
  return connection(posts, page, cursors, ({ id }) => uuidToBytes(id))
}
