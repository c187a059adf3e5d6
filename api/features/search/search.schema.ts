import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import * as fields from '#rules/fields.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { searchPosts } from './search.page.ts'

builder.queryField('search', (t) =>
  t.connection(
    {
      type: PostNode,
      description:
        'Posts whose content or author’s names contain all words of the query, best first.',
      extensions: shareable,
      args: { query: t.arg.string({ required: true, validate: fields.searchQuery }) },
      resolve: async (_root, { query, ...args }, context) => {
        await context.limits.consume('search', context.clientAddress)
        return searchPosts(query, args, context)
      },
    },
    PostConnection,
  ),
)
