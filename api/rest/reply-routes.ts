import { userArgument } from '#rules/user-argument.ts'
import {
  RestRepliesDocument,
  RestUnansweredDocument,
  RestUserRepliesDocument,
} from './documents/reply.generated.ts'
import * as inputs from './inputs.ts'
import { pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { postOf } from './route-parts.ts'
import { Posts, toPost } from './schemas.ts'

export const replyRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'listReplies',
    method: 'get',
    path: '/posts/{id}/replies',
    tag: 'Posts',
    summary: 'List the replies to a post, oldest first',
    description: 'All replies of the thread. Threads are one level deep.',
    params: inputs.postId,
    query: inputs.page,
    document: RestRepliesDocument,
    toVariables: ({ params, query }) => ({ ...params, ...pageVariables(query) }),
    toResult: ({ node }) => pageResult(postOf(node).replies, toPost),
    status: 200,
    response: Posts,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
  operationRoute({
    name: 'listRepliesOfUser',
    method: 'get',
    path: '/users/{id}/replies',
    tag: 'Posts',
    summary: 'List the replies of a user, newest first',
    description: 'Replies in any thread that you can see.',
    params: inputs.userId,
    query: inputs.page,
    document: RestUserRepliesDocument,
    toVariables: ({ params, query }) => ({ ...userArgument(params.id), ...pageVariables(query) }),
    toResult: ({ user }) => pageResult(required(user, 'USER_NOT_FOUND').replies, toPost),
    status: 200,
    response: Posts,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
  operationRoute({
    name: 'listUnansweredPosts',
    method: 'get',
    path: '/feed/unanswered',
    tag: 'Posts',
    summary: 'List posts of the last three days without a like or reply by someone else',
    description:
      'Posts that are at least ten minutes old, so that you can be the first to answer. Those by newcomers come first, then the oldest.',
    query: inputs.page,
    document: RestUnansweredDocument,
    toVariables: ({ query }) => pageVariables(query),
    toResult: ({ feed }) => pageResult(feed, toPost),
    status: 200,
    response: Posts,
    acceptsDemoUser: true,
    errors: ['BAD_INPUT', 'UNAUTHENTICATED'],
  }),
]
