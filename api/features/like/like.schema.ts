import { actorOf, countWrite } from '../../actor.ts'
import { builder } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { withUserErrors } from '../../graphql/payload.ts'
import { postGone, postKey } from '../post/post.rules.ts'
import { PostNode } from '../post/post.type.ts'

type Write = (context: Context, userId: string, postId: string) => Promise<unknown>

// Both lock the post's key first, as whoever deletes the post does, so that neither waits for the other in a circle.
const like: Write = ({ database }, userId, postId) => database.$executeRaw`
  INSERT INTO "Like" ("userId", "postId")
  SELECT ${userId}::uuid, "id" FROM "Post" WHERE "id" = ${postId}::uuid AND "hiddenAt" IS NULL FOR KEY SHARE
  ON CONFLICT DO NOTHING`

const unlike: Write = ({ database }, userId, postId) => database.$executeRaw`
  WITH post AS MATERIALIZED (SELECT "id" FROM "Post" WHERE "id" = ${postId}::uuid AND "hiddenAt" IS NULL FOR KEY SHARE)
  DELETE FROM "Like" USING post WHERE "userId" = ${userId}::uuid AND "postId" = post."id"`

async function change(write: Write, id: string, context: Context) {
  const actor = actorOf(context)
  const postId = postKey(id)
  await countWrite(context, 'like')
  await write(context, actor.id, postId)
  const post = await context.feed.postChanged(postId)
  if (!post) throw postGone()
  return { post: { ...post, isLiked: write === like } }
}

for (const [name, description, write] of [
  ['likePost', 'Likes a post; again changes nothing.', like],
  ['unlikePost', 'Takes a like back; again changes nothing.', unlike],
] as const) {
  withUserErrors(
    builder.relayMutationField(
      name,
      { inputFields: (t) => ({ postId: t.id({ required: true }) }) },
      { description, resolve: (_root, { input }, context) => change(write, String(input.postId), context) },
      { outputFields: (t) => ({ post: t.field({ type: PostNode, nullable: true, resolve: ({ post }) => post }) }) },
    ),
  )
}
