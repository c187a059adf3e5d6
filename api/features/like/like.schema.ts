import { actorOf, consumeWriteLimit } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { postReads } from '../post/post.read.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { PostNode } from '../post/post.type.ts'
import { userPage } from '../user/user.page.ts'
import { UserConnection, UserNode } from '../user/user.type.ts'
import { type LikeWrites, likeWrites } from './like.write.ts'
import { likedByRows } from './liked-by.read.ts'

async function changeLike(write: keyof LikeWrites, id: string, context: Context) {
  const options = { mayBeSuspended: write === 'unlike' }
  const actor = actorOf(context, options)
  const postId = parsePostId(id)
  await consumeWriteLimit(context, 'like', options)
  await likeWrites(context.database)[write](actor.id, postId)
  const post = await postReads(context.database).byId(postId, actor.id)
  if (!post) throw postNotFound()
  return { post: { ...post, isLiked: write === 'like' } }
}

for (const [name, description, write] of [
  ['likePost', 'Likes a post. Idempotent.', 'like'],
  ['unlikePost', 'Removes a like. Idempotent.', 'unlike'],
] as const) {
  withUserErrors(
    builder.relayMutationField(
      name,
      { inputFields: (t) => ({ postId: t.id({ required: true }) }) },
      {
        scope: 'write:likes',
        description,
        resolve: (_root, { input }, context) => changeLike(write, String(input.postId), context),
      },
      {
        outputFields: (t) => ({
          post: t.field({ type: PostNode, nullable: true, resolve: ({ post }) => post }),
        }),
      },
    ),
  )
}

builder.objectField(PostNode, 'likedBy', (t) =>
  t.connection(
    {
      type: UserNode,
      scope: 'read',
      description: 'The people who like the post, newest like first.',
      resolve: ({ id }, args, context) =>
        userPage({
          list: `likedBy ${id}`,
          args,
          context,
          rows: (page) => likedByRows(id, page),
        }),
    },
    UserConnection,
  ),
)
