import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { postPage } from '../post/post.page.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'

/** The feed's name in its cursors. */
export const FEED = 'feed'

builder.queryField('feed', (t) =>
  t.connection(
    {
      type: PostNode,
      description: 'Everybody’s posts, newest first.',
      extensions: shareable,
      resolve: (_root, args, context) => postPage({ list: FEED, author: null, args, context }),
    },
    PostConnection,
  ),
)
