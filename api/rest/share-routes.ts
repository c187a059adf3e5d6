import {
  RestFollowingDocument,
  RestSharePostDocument,
  RestSharesDocument,
  RestUnsharePostDocument,
} from './documents/share.generated.ts'
import * as inputs from './inputs.ts'
import { nextCursorOf, pageResult, pageVariables } from './pages.ts'
import { postResult } from './post-routes.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { FollowedPosts, Post, Shares, toPost, toShare } from './schemas.ts'
import { usersInBody, withoutUndefined } from './variables.ts'

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
    name: 'sharePost',
    method: 'put',
    path: '/posts/{id}/share',
    tag: 'Posts',
    summary: 'Share a post with the people who follow you (idempotent)',
    description: 'Sharing again replaces the comment and keeps the time. Replies can’t be shared.',
    params: inputs.postId,
    body: inputs.newShare,
    actor: usersInBody,
    document: RestSharePostDocument,
    toVariables: ({ params, body: { comment } }) => ({
      input: { postId: params.id, ...withoutUndefined({ comment }) },
    }),
    toResult: ({ sharePost: { post } }) => postResult(post),
    status: 200,
    response: Post,
    errors: [
      'BAD_INPUT',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'RATE_LIMITED',
      'OUT_OF_SPACE',
    ],
  }),
  operationRoute({
    name: 'unsharePost',
    method: 'delete',
    path: '/posts/{id}/share',
    tag: 'Posts',
    summary: 'Take a share back (idempotent)',
    description: 'Returns the post with its new count.',
    params: inputs.postId,
    body: inputs.actor,
    actor: usersInBody,
    document: RestUnsharePostDocument,
    toVariables: ({ params }) => ({ input: { postId: params.id } }),
    toResult: ({ unsharePost: { post } }) => postResult(post),
    status: 200,
    response: Post,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OUT_OF_SPACE'],
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
    toResult: ({ node }) => {
      const post = required(node?.__typename === 'Post' ? node : null, 'NO_SUCH_POST')
      return pageResult(post.shares, toShare)
    },
    status: 200,
    response: Shares,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
]
