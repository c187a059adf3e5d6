import { actorOf, consumeWriteLimit } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { withUserErrors } from '#api/graphql/payload.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { PostNode } from '../post/post.type.ts'
import type { LikeWrites } from './like.write.ts'

async function changeLike(write: keyof LikeWrites, id: string, context: Context) {
  const actor = actorOf(context)
  const postId = parsePostId(id)
  await consumeWriteLimit(context, 'like')
  await context.likes[write](actor.id, postId)
  const post = await context.posts.byId(postId, actor.id)
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
