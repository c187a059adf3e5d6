import { isOwner } from '#api/actor.ts'
import { builder } from '#api/graphql/builder.ts'
import { viewerSlot } from '#api/graphql/cacheable.ts'
import { pair } from '#api/graphql/mutation.ts'
import { postReads } from '../post/post.read.ts'
import { parsePostId, postNotFound } from '../post/post.rules.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { UserNode } from '../user/user.type.ts'
import { bookmarksPage } from './bookmark.read.ts'
import { deleteBookmark, insertBookmark } from './bookmark.write.ts'

pair({
  do: { name: 'bookmarkPost', description: 'Bookmarks a post. Idempotent.' },
  undo: { name: 'unbookmarkPost', description: 'Removes a bookmark. Idempotent.' },
  needs: 'member',
  scope: 'write:likes',
  limit: 'bookmark',
  input: (t) => ({ postId: t.id({ required: true }) }),
  async write(input, { actor, context, isUndone }) {
    const key = { userId: actor.id, postId: parsePostId(input.postId) }
    if (isUndone) await deleteBookmark(context, key)
    else await insertBookmark(context, key)
    const post = await postReads(context.database).byId(key.postId, actor.id)
    if (!post) throw postNotFound()
    return { post: { ...post, isBookmarked: !isUndone } }
  },
  returns: (t) => ({ post: t.expose('post', { type: PostNode, nullable: true }) }),
})

builder.objectField(PostNode, 'isBookmarked', (t) =>
  t.exposeBoolean('isBookmarked', {
    description: 'Whether the viewer bookmarked the post; false for anonymous callers.',
    extensions: viewerSlot,
  }),
)

builder.objectField(UserNode, 'bookmarks', (t) =>
  t.connection(
    {
      type: PostNode,
      nullable: true,
      scope: 'read:private',
      description:
        'The posts that the viewer bookmarked, newest bookmark first. Null for everyone else.',
      resolve: ({ id }, args, context) =>
        isOwner(id, context) ? bookmarksPage(id, args, context) : null,
    },
    PostConnection,
  ),
)
