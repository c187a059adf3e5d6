import { builder } from '#api/graphql/builder.ts'
import { viewerSlot } from '#api/graphql/cacheable.ts'
import { pair } from '#api/graphql/mutation.ts'
import { postReads } from '../post/post.read.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { PostNode } from '../post/post.type.ts'
import { userPage } from '../user/user.page.ts'
import { UserConnection, UserNode } from '../user/user.type.ts'
import { likeWrites } from './like.write.ts'
import { likedByRows } from './liked-by.read.ts'

pair({
  do: { name: 'likePost', description: 'Likes a post. Idempotent.' },
  undo: { name: 'unlikePost', description: 'Removes a like. Idempotent.' },
  needs: 'actor',
  scope: 'write:likes',
  limit: 'like',
  input: (t) => ({ postId: t.id({ required: true }) }),
  async write(input, { actor, context: { database }, isUndone }) {
    const postId = parsePostId(input.postId)
    await likeWrites(database)[isUndone ? 'unlike' : 'like']({ userId: actor.id, postId })
    const post = await postReads(database).byId(postId, actor.id)
    if (!post) throw postNotFound()
    return { post: { ...post, isLiked: !isUndone } }
  },
  returns: (t) => ({ post: t.expose('post', { type: PostNode, nullable: true }) }),
})

builder.objectField(PostNode, 'isLiked', (t) =>
  t.exposeBoolean('isLiked', {
    description: 'Whether the viewer likes the post; false for anonymous callers.',
    extensions: viewerSlot,
  }),
)

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
