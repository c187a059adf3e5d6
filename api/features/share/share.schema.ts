import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { viewerSlot } from '#api/graphql/cacheable.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { AppError } from '#api/lib/errors.ts'
import * as fields from '#rules/fields.ts'
import { postReads } from '../post/post.read.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { PostNode } from '../post/post.type.ts'
import { sharesPage } from './share.read.ts'
import { ShareConnection, ShareNode } from './share.type.ts'
import { deleteShare, insertShare, type ShareKey } from './share.write.ts'

async function postAfter({ database }: Context, { actorId, postId }: ShareKey, isShared: boolean) {
  const post = await postReads(database).byId(postId, actorId)
  if (!post) throw postNotFound()
  return { post: { ...post, isShared } }
}

mutation({
  name: 'sharePost',
  description:
    'Shares a post with the people who follow the caller. Sharing it again changes the comment, not the time.',
  needs: 'actor',
  scope: 'write:posts',
  limit: 'share',
  validate: inputOf({ comment: emptyToNull(fields.shareComment) }),
  input: (t) => ({
    postId: t.id({ required: true }),
    comment: t.string({
      description:
        'Up to 280 characters. null or "" is no comment; absent keeps the one of an earlier share.',
    }),
  }),
  async write({ comment, ...input }, { actor, context }) {
    const { database, ids } = context
    const share = { actorId: actor.id, postId: parsePostId(input.postId) }
    await insertShare(database, { id: ids.next(), ...share, comment })
    const { post } = await postAfter(context, share, true)
    if (post.threadRootId) throw new AppError('BAD_INPUT', 'REPLY_NOT_SHARED', { field: 'postId' })
    return { post }
  },
  returns: (t) => ({ post: t.expose('post', { type: PostNode, nullable: true }) }),
})

mutation({
  name: 'unsharePost',
  description: 'Takes a share back. Idempotent.',
  needs: 'actor',
  whileSuspended: true,
  scope: 'write:posts',
  limit: 'share',
  input: (t) => ({ postId: t.id({ required: true }) }),
  async write(input, { actor, context }) {
    const share = { actorId: actor.id, postId: parsePostId(input.postId) }
    await deleteShare(context.database, { ...share, undoneId: context.ids.next() })
    return postAfter(context, share, false)
  },
  returns: (t) => ({ post: t.expose('post', { type: PostNode, nullable: true }) }),
})

builder.objectField(PostNode, 'isShared', (t) =>
  t.exposeBoolean('isShared', {
    description: 'Whether the viewer shared the post; false for anonymous callers.',
    extensions: viewerSlot,
  }),
)

builder.objectField(PostNode, 'shares', (t) =>
  t.connection(
    {
      type: ShareNode,
      scope: 'read',
      description: 'The shares of the post, newest first.',
      resolve: (post, args, context) => sharesPage(post, args, context),
    },
    ShareConnection,
  ),
)
