import type { Context } from '#api/context.ts'
import { AppError } from '#api/lib/errors.ts'
import { postReads } from './post.read.ts'
import { parsePostId, postNotFound } from './post.rules.ts'

const FIELD = 'inReplyToId'

/** Where a reply belongs: UUIDs. */
export interface ReplyPlace {
  threadRootId: string
  inReplyToId: string
}

export const repliesClosed = () => new AppError('CONFLICT', 'REPLIES_CLOSED', { field: FIELD })

/**
 * Finds the thread of a post that someone answers. An answer to a reply joins the same thread.
 * @throws AppError NOT_FOUND for a post that the actor cannot see; CONFLICT for a closed thread
 */
export async function findReplyPlace(
  { database }: Pick<Context, 'database'>,
  actorId: string,
  publicId: string,
): Promise<ReplyPlace> {
  const inReplyToId = parsePostId(publicId, FIELD)
  const posts = postReads(database)
  const answered = await posts.byId(inReplyToId, actorId)
  const root = answered?.threadRootId ? await posts.byId(answered.threadRootId, actorId) : answered
  if (!root) throw postNotFound(FIELD)
  if (root.repliesClosed) throw repliesClosed()
  return { threadRootId: root.id, inReplyToId }
}
