import { actorOf, consumeWriteLimit } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
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

withUserErrors(
  builder.relayMutationField(
    'sharePost',
    {
      validate: inputOf({ comment: emptyToNull(fields.shareComment) }),
      inputFields: (t) => ({
        postId: t.id({ required: true }),
        comment: t.string({
          description:
            'Up to 280 characters. null or "" is no comment; absent keeps the one of an earlier share.',
        }),
      }),
    },
    {
      scope: 'write:posts',
      description:
        'Shares a post with the people who follow the caller. Sharing it again changes the comment, not the time.',
      resolve: async (_root, { input }, context) => {
        const { id: actorId } = actorOf(context)
        const postId = parsePostId(String(input.postId))
        await consumeWriteLimit(context, 'share')
        const { database, ids } = context
        const share = { id: ids.next(), actorId, postId, comment: input.comment }
        await insertShare(database, share)
        const { post } = await postAfter(context, share, true)
        if (post.threadRootId)
          throw new AppError('BAD_INPUT', 'REPLY_NOT_SHARED', { field: 'postId' })
        return { post }
      },
    },
    {
      outputFields: (t) => ({
        post: t.field({ type: PostNode, nullable: true, resolve: ({ post }) => post }),
      }),
    },
  ),
)

withUserErrors(
  builder.relayMutationField(
    'unsharePost',
    { inputFields: (t) => ({ postId: t.id({ required: true }) }) },
    {
      scope: 'write:posts',
      description: 'Takes a share back. Idempotent.',
      resolve: async (_root, { input }, context) => {
        const options = { mayBeSuspended: true }
        const { id: actorId } = actorOf(context, options)
        const share = { actorId, postId: parsePostId(String(input.postId)) }
        await consumeWriteLimit(context, 'share', options)
        await deleteShare(context.database, { ...share, undoneId: context.ids.next() })
        return postAfter(context, share, false)
      },
    },
    {
      outputFields: (t) => ({
        post: t.field({ type: PostNode, nullable: true, resolve: ({ post }) => post }),
      }),
    },
  ),
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
