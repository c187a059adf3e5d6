import {
  RestFollowingDocument,
  RestSharePostDocument,
  RestSharesDocument,
  RestUnsharePostDocument,
} from './documents/share.generated.ts'
import * as inputs from './inputs.ts'
import { nextCursorOf, pageResult, pageVariables } from './pages.ts'
import { type OperationRoute, operationRoute } from './route.ts'
import { changeErrors, postChange, postOf, postResult } from './route-parts.ts'
import { FollowedPosts, Shares, toPost, toShare } from './schemas.ts'
import { withoutUndefined } from './variables.ts'

export const shareRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'listFollowedPosts',
    method: 'get',
    path: '/feed/following',
    tag: 'Posts',
    summary: 'List posts and shares by the people whom you follow, newest first',
    description: 'Also your own posts. Each post appears once, as its newest event.',
    query: inputs.page,
    document: RestFollowingDocument,
    toVariables: ({ query }) => pageVariables(query),
    toResult: ({ feed: { edges, pageInfo } }) => ({
      body: edges.map(({ node, share }) => ({ ...toPost(node), share: share && toShare(share) })),
      nextCursor: nextCursorOf(pageInfo),
    }),
    status: 200,
    response: FollowedPosts,
    acceptsDemoUser: true,
    errors: ['BAD_INPUT', 'UNAUTHENTICATED'],
  }),
  operationRoute({
    ...postChange,
    name: 'sharePost',
    method: 'put',
    path: '/posts/{id}/share',
    summary: 'Share a post with the people who follow you (idempotent)',
    description: 'Sharing again replaces the comment and keeps the time. Replies can’t be shared.',
    body: inputs.newShare,
    document: RestSharePostDocument,
    toVariables: ({ params, body: { comment } }) => ({
      input: { postId: params.id, ...withoutUndefined({ comment }) },
    }),
    toResult: ({ sharePost: { post } }) => postResult(post),
    errors: changeErrors,
  }),
  operationRoute({
    ...postChange,
    name: 'unsharePost',
    method: 'delete',
    path: '/posts/{id}/share',
    summary: 'Take a share back (idempotent)',
    description: 'Returns the post with its new count.',
    document: RestUnsharePostDocument,
    toResult: ({ unsharePost: { post } }) => postResult(post),
  }),
  operationRoute({
    name: 'listShares',
    method: 'get',
    path: '/posts/{id}/shares',
    tag: 'Posts',
    summary: 'List the shares of a post, newest first',
    description: 'Shares by people whom you can’t see are left out.',
    params: inputs.postId,
    query: inputs.page,
    document: RestSharesDocument,
    toVariables: ({ params, query }) => ({ ...params, ...pageVariables(query) }),
    toResult: ({ node }) => pageResult(postOf(node).shares, toShare),
    status: 200,
    response: Shares,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
]
