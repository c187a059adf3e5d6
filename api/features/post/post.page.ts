import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { Cursors, uuidFromBytes, uuidToBytes } from '../../graphql/cursor.ts'
import { connection, type PageArguments, readPage } from '../../graphql/page.ts'

interface PostPage {
  /** The list's name in its cursors. */
  list: string
  where: Prisma.PostWhereInput
  args: PageArguments
  context: Context
  info: GraphQLResolveInfo
}

/** What a page of posts shows of each, as its selection says. */
export function postSelection(context: Context, info: GraphQLResolveInfo): object {
  return queryFromInfo({ context, info, typeName: 'Post', paths: [['edges', 'node'], ['nodes']] })
}

/** A page of posts, newest first, in one statement. An id is its post's time, so it alone is the place in the list. */
export async function postPage({ list, where, args, context, info }: PostPage) {
  const cursors = new Cursors(context.settings.authSecret, list)
  const page = readPage(args, cursors)
  const id = { ...(page.after && { lt: uuidFromBytes(page.after) }), ...(page.before && { gt: uuidFromBytes(page.before) }) }
  const posts = await context.database.post.findMany({
    ...postSelection(context, info),
    where: { ...where, hiddenAt: null, id },
    orderBy: { id: page.backwards ? 'asc' : 'desc' },
    take: page.size + 1,
  })
  return connection(posts, page, cursors, ({ id }) => uuidToBytes(id))
}
