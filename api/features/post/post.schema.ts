import * as z from 'zod/mini'
import { builder } from '#api/graphql/builder.ts'
import { viewerSlot } from '#api/graphql/cacheable.ts'
import { emptyToNull, inputOf } from '#api/graphql/inputs.ts'
import { mutation } from '#api/graphql/mutation.ts'
import { toPublicId } from '#api/lib/ids.ts'
import * as fields from '#rules/fields.ts'
import { uploadPathOrLink } from '../media/media.read.ts'
import { UserNode } from '../user/user.type.ts'
import { postPage } from './post.page.ts'
import { postReads } from './post.read.ts'
import { parsePostId } from './post.rules.ts'
import { PostConnection, PostNode } from './post.type.ts'
import { createPost, deletePost } from './post.write.ts'

const clientKey = z
  .string()
  .check(z.regex(/^[\x20-\x7e]{1,255}$/, 'A key must be 1 to 255 printable ASCII characters.'))

mutation({
  name: 'createPost',
  needs: 'actor',
  scope: 'write:posts',
  // A repeated key costs nothing.
  limit: null,
  validate: inputOf({
    content: fields.postContent,
    imageUrl: emptyToNull(fields.imageUrl),
    imageAlt: emptyToNull(fields.imageAlt),
    videoUrl: emptyToNull(fields.videoUrl),
    clientKey,
  }),
  input: (t) => ({
    content: t.string({ required: true }),
    imageUrl: t.string({
      description: 'An http(s) link, or the url of the caller’s own upload.',
    }),
    imageAlt: t.string({
      description: 'Describes the image for people who can’t see it. Up to 1,500 characters.',
    }),
    videoUrl: t.string({ description: 'An http(s) link.' }),
    inReplyToId: t.id({
      description: 'The post that this one answers. An answer to a reply joins its thread.',
    }),
    clientKey: t.string({
      description: 'An idempotency key: the same key again within a day returns the first post.',
    }),
  }),
  async write({ content, ...input }, { context }) {
    const { imageAlt = null, videoUrl = null } = input
    const imageUrl = uploadPathOrLink(input.imageUrl ?? null, context.settings)
    const { inReplyToId = null, clientKey = null } = input
    const post = { content, imageUrl, imageAlt, videoUrl, inReplyToId, clientKey }
    return { post: await createPost(context, post) }
  },
  returns: (t) => ({ post: t.expose('post', { type: PostNode, nullable: true }) }),
})

mutation({
  name: 'deletePost',
  description: 'Deletes one of the caller’s posts.',
  needs: 'actor',
  whileSuspended: true,
  scope: 'write:posts',
  // It frees space.
  limit: null,
  input: (t) => ({ postId: t.id({ required: true }) }),
  async write({ postId }, { actor, context }) {
    const id = parsePostId(postId)
    const post = await postReads(context.database).byId(id, actor.id)
    await deletePost(context, id)
    return { post, deletedPostId: toPublicId('Post', id) }
  },
  returns: (t) => ({
    post: t.expose('post', {
      type: PostNode,
      nullable: true,
      description: 'The post before its deletion. Null for one that a suspension hid.',
    }),
    deletedPostId: t.exposeID('deletedPostId', {
      nullable: true,
      description: 'The id of the deleted post.',
    }),
  }),
})

builder.objectField(PostNode, 'viewerCanDelete', (t) =>
  t.exposeBoolean('viewerCanDelete', {
    description: 'Whether it is the viewer’s own; false for anonymous callers.',
    extensions: viewerSlot,
  }),
)

builder.objectField(UserNode, 'posts', (t) =>
  t.connection(
    {
      type: PostNode,
      scope: 'read',
      description: 'The user’s posts, newest first.',
      resolve: ({ id }, args, context) => postPage({ list: 'posts', of: id, args, context }),
    },
    PostConnection,
  ),
)
