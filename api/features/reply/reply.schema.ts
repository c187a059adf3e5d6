import type { Context } from '#api/context.ts'
import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { NO_COST } from '#api/graphql/cost.ts'
import { mutation } from '#api/graphql/mutation.ts'
import type { PageArguments } from '#api/graphql/page.ts'
import { postPage } from '../post/post.page.ts'
import type { PostRow } from '../post/post.row.ts'
import { parsePostId } from '../post/post.rules.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { UserNode } from '../user/user.type.ts'
import { canSee } from '../visibility/can-see.ts'
import { mayCloseReplies } from './reply.rules.ts'
import { setRepliesClosed } from './reply.write.ts'

/** Null for a post that the viewer’s lists leave out, as threads do. */
async function listedPost(
  id: string | null,
  { readWith }: PostRow,
  { hiddenUsers, reads, viewer }: Context,
): Promise<PostRow | null> {
  if (id === null) return null
  const post = readWith?.get(id) ?? (await reads.posts.byId(id, viewer?.id ?? null))
  return post && canSee(await hiddenUsers(viewer), post.author.id) ? post : null
}

/** A page of a thread, whose replies mostly answer its post and each other. */
async function threadPage(root: PostRow, args: PageArguments, context: Context) {
  const page = await postPage({ list: 'thread', of: root.id, args, context })
  const readWith = new Map(
    [root, ...page.edges.map(({ node }) => node)].map((post) => [post.id, post]),
  )
  for (const { node } of page.edges) node.readWith = readWith
  return page
}

builder.objectFields(PostNode, (t) => ({
  isReply: t.boolean({
    description: 'Whether it belongs to the thread of another post.',
    extensions: shareable,
    resolve: ({ threadRootId }) => threadRootId !== null,
  }),
  inReplyTo: t.field({
    type: PostNode,
    nullable: true,
    description:
      'The post that this one answers. Null if it is deleted, hidden, or by someone muted.',
    scope: 'read',
    resolve: (post, _args, context) => listedPost(post.inReplyToId, post, context),
  }),
  threadRoot: t.field({
    type: PostNode,
    nullable: true,
    description:
      'The post whose thread a reply belongs to: null as `inReplyTo` is. Any other post itself.',
    scope: 'read',
    resolve: (post, _args, context) =>
      post.threadRootId === null ? post : listedPost(post.threadRootId, post, context),
  }),
  viewerCanCloseReplies: t.boolean({
    description:
      'Whether the viewer may close and open its thread, as its author and moderators may. False for a reply.',
    scope: 'read',
    complexity: NO_COST,
    // What the account may. To do it for others, a token needs the scope `moderate`.
    resolve: (post, _args, { viewer, token }) =>
      post.threadRootId === null &&
      mayCloseReplies(post, { viewer: viewer && (token?.viewer ?? viewer) }),
  }),
  replies: t.connection(
    {
      type: PostNode,
      scope: 'read',
      description: 'All replies of the thread, oldest first.',
      resolve: (post, args, context) => threadPage(post, args, context),
    },
    PostConnection,
  ),
}))

builder.objectField(UserNode, 'replies', (t) =>
  t.connection(
    {
      type: PostNode,
      scope: 'read',
      description: 'The user’s replies, newest first.',
      resolve: ({ id }, args, context) => postPage({ list: 'replies', of: id, args, context }),
    },
    PostConnection,
  ),
)

mutation({
  name: 'setRepliesClosed',
  description: 'Closes or opens a thread, for its author and for moderators. Idempotent.',
  needs: 'actor',
  scope: 'write:posts',
  limit: 'repliesClosed',
  input: (t) => ({
    postId: t.id({ required: true }),
    closed: t.boolean({ required: true }),
  }),
  write: async ({ postId, closed }, { context }) => ({
    post: await setRepliesClosed(context, parsePostId(postId), closed),
  }),
  returns: (t) => ({ post: t.expose('post', { type: PostNode, nullable: true }) }),
})
