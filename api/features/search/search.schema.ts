import { builder } from '#api/graphql/builder.ts'
import { shareable } from '#api/graphql/cacheable.ts'
import * as fields from '#rules/fields.ts'
import { PostConnection, PostNode } from '../post/post.type.ts'
import { noUsers, type UserListPage, userPage } from '../user/user.page.ts'
import { UserConnection, UserNode } from '../user/user.type.ts'
import { searchPosts } from './search.page.ts'
import { parseQuery } from './search-query.ts'
import { userSearchRows } from './user-search.ts'

builder.queryField('search', (t) =>
  t.connection(
    {
      type: PostNode,
      scope: 'read',
      description:
        'Posts whose content or author’s names contain all words and "phrases" of the query, best first.',
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

builder.queryField('searchUsers', (t) =>
  t.connection(
    {
      type: UserNode,
      scope: 'read',
      description: 'Users whose names contain all words of the query, best first.',
      args: { query: t.arg.string({ required: true, validate: fields.searchQuery }) },
      resolve: async (_root, { query, ...args }, context) => {
        await context.limits.consume('search', context.clientAddress)
        const parsed = parseQuery(query)
        const rows = (page: UserListPage) => (parsed ? userSearchRows(parsed, page) : noUsers)
        return userPage({ list: `searchUsers ${query}`, args, context, rows })
      },
    },
    UserConnection,
  ),
)
