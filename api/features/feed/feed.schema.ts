import { builder } from '../../builder.ts'
import { postPage } from '../post/post.page.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'

builder.queryField('feed', (t) =>
  t.connection(
    {
      type: PostNode,
      description: 'Everybody’s posts, newest first.',
      resolve: (_root, args, context) => postPage({ list: 'feed', author: null, args, context }),
    },
    PostConnection,
  ),
)
