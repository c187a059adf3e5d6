import type { Context } from '#api/context.ts'
import type { WebhookSource } from '#api/graphql/webhook-source.ts'
import { type PostListQuery, postReads } from '../post/post.read.ts'
import type { PostRow } from '../post/post.row.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { readListedPost } from '../post/webhook-source.ts'

interface Args {
  postId: unknown
}

/** @throws AppError NOT_FOUND, also for a thread that the viewer cannot see */
async function threadOf({ postId }: Args, { database, viewer }: Context): Promise<string> {
  const threadId = parsePostId(String(postId))
  const thread = await postReads(database).byId(threadId, viewer?.id ?? null)
  if (!thread) throw postNotFound()
  return threadId
}

type RepliesPage = Pick<PostListQuery, 'after' | 'backwards' | 'size'>
export const NEWEST: RepliesPage = { after: null, backwards: true, size: 1 }

export async function repliesOf(
  threadId: string,
  { reads, viewer, hiddenUsers }: Context,
  page: RepliesPage,
): Promise<PostRow[]> {
  return reads.posts.list({
    list: 'thread',
    of: threadId,
    before: null,
    ...page,
    viewerId: viewer?.id ?? null,
    hidden: await hiddenUsers(viewer),
  })
}

export const replyCreatedSource: WebhookSource<Args, PostRow> = {
  async topics(args, context) {
    return { kinds: ['REPLY'], scope: 'TOPICS', topicIds: [await threadOf(args, context)] }
  },
  async latest(args, context) {
    const [newest] = await repliesOf(await threadOf(args, context), context, NEWEST)
    return newest ? { kind: 'REPLY', subjectId: newest.id } : null
  },
  async read({ subjectId }, { postId }, context) {
    const { database, viewer } = context
    const thread = await postReads(database).byId(parsePostId(String(postId)), viewer?.id ?? null)
    return thread && readListedPost(subjectId, context)
  },
}
