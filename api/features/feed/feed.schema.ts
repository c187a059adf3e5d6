import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import { postPage } from '../post/post.page.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'

builder.queryField('feed', (t) =>
  t.connection(
    {
      type: PostNode,
      description: 'Everyone’s posts, newest first.',
      extensions: shareable,
      resolve: (_root, args, context) => postPage({ list: 'feed', authorId: null, args, context }),
    },
    PostConnection,
  ),
)
