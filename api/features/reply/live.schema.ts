import { actorOf } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { payloads } from '#api/graphql/payloads.ts'
import { forWebhooks } from '#api/graphql/webhook-source.ts'
import { NewRows } from '#api/live/new-rows.ts'
import { limits } from '#rules/limits.ts'
import type { PostRow } from '../post/post.row.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { PostNode } from '../post/post.type.ts'
import { NEWEST, repliesOf, replyCreatedSource } from './webhook-source.ts'

builder.subscriptionField('replyCreated', (t) =>
  t.field({
    type: PostNode,
    scope: 'read',
    extensions: forWebhooks(replyCreatedSource),
    description:
      'New replies of a thread, for members. After a block, it sends nothing more of it.',
    args: { postId: t.arg.id({ required: true }) },
    subscribe: async (_root, { postId }, context) => {
      actorOf(context, { mayBeSuspended: true })
      const threadId = parsePostId(String(postId))
      if (!(await canSeeThread(threadId, context))) throw postNotFound()
      const after = (present: Context) => (id: string) => repliesAfter(id, threadId, present)
      const [newest] = await repliesOf(threadId, context, NEWEST)
      const options = { idOf: ({ id }: PostRow) => id, pageSize: PAGE_SIZE }
      const newReplies = await NewRows.startAt(newest, after(context), options)
      return payloads(context, async (batch, present) => {
        const viewerId = present.viewer?.id
        const isConcerned =
          batch.has('post', threadId) || (viewerId && batch.has('session', viewerId))
        if (!isConcerned) return []
        // A deletion ends the stream, a block does not.
        if (!(await canSeeThread(threadId, present)))
          return (await canSeeThread(threadId, { ...present, viewer: null })) ? [] : null
        return newReplies.read(after(present))
      })
    },
    resolve: (reply) => reply,
  }),
)

async function canSeeThread(threadId: string, { reads, viewer }: Context): Promise<boolean> {
  return (await reads.posts.byId(threadId, viewer?.id ?? null)) !== null
}

const PAGE_SIZE = limits.pageSize.max

function repliesAfter(after: string, threadId: string, context: Context): Promise<PostRow[]> {
  return repliesOf(threadId, context, { after, backwards: false, size: PAGE_SIZE })
}
