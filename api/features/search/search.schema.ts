import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import * as fields from '#rules/fields.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { searchPage } from './search.page.ts'

builder.queryField('search', (t) =>
  t.connection(
    {
      type: PostNode,
      description:
        'The posts that have all words of the query, in their content or the author’s names; the best match first.',
      extensions: shareable,
      args: { query: t.arg.string({ required: true, validate: fields.searchQuery }) },
      resolve: async (_root, { query, ...args }, context) => {
        await context.limits.consume('search', context.clientAddress)
        return searchPage(query, args, context)
      },
    },
    PostConnection,
  ),
)
