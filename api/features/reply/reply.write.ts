import { actorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { postReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import { postNotFound } from '../post/post.rules.ts'
import { mayCloseReplies } from './reply.rules.ts'

/**
 * Closes or opens the thread of a post.
 * @throws AppError NOT_FOUND; FORBIDDEN for other people's posts; BAD_INPUT for a reply
 */
export async function setRepliesClosed(
  context: Context,
  id: string,
  closed: boolean,
): Promise<PostRow> {
  const { id: actorId } = actorOf(context)
  const post = await postReads(context.database).byId(id, actorId)
  if (!post) throw postNotFound()
  if (!mayCloseReplies(post, context))
    throw new AppError('FORBIDDEN', 'REPLIES_NOT_YOURS', { field: 'postId' })
  if (post.threadRootId !== null)
    throw new AppError('BAD_INPUT', 'REPLY_HAS_NO_THREAD', { field: 'postId' })
  await context.database.post.updateMany({
    where: { id, repliesClosedAt: closed ? null : { not: null } },
    data: { repliesClosedAt: closed ? new Date() : null },
  })
  return { ...post, repliesClosed: closed }
}
