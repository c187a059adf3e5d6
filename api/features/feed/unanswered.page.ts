import type { Context } from '#api/context.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '#api/graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '#api/graphql/page.ts'
import { oldestIdAt } from '#api/lib/ids.ts'

const MINUTE_MS = 60_000
const MIN_AGE_MS = 10 * MINUTE_MS
const MAX_AGE_MS = 3 * 24 * 60 * MINUTE_MS

/**
 * Reads a page of the posts between ten minutes and three days old that no one but their author
 * liked or answered, newest first.
 */
export async function unansweredPage(args: PageArguments, context: Context, now = Date.now()) {
  const cursors = new Cursors(context.settings.authSecret, 'unanswered')
  const page = readPage(args, cursors)
  const youngest = oldestIdAt(now - MIN_AGE_MS)
  const oldest = oldestIdAt(now - MAX_AGE_MS)
  const after = page.after ? uuidFromBytes(page.after) : youngest
  const before = page.before ? uuidFromBytes(page.before) : oldest
  const posts = await context.reads.posts.list({
    list: 'unanswered',
    of: null,
    after: after < youngest ? after : youngest,
    before: before > oldest ? before : oldest,
    backwards: page.backwards,
    size: page.size + 1,
    viewerId: context.viewer?.id ?? null,
    hidden: await context.hiddenUsers(context.viewer),
  })
  return connection(posts, page, cursors, ({ id }) => uuidToBytes(id))
}
