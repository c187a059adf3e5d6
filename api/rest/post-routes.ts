import {
  RestPostDocument,
  RestPostsDocument,
  RestSearchDocument,
  RestUserPostsDocument,
} from './documents/post.generated.ts'
import {
  RestCreatePostDocument,
  RestDeletePostDocument,
  RestLikePostDocument,
  RestUnlikePostDocument,
} from './documents/post-changes.generated.ts'
import type { RestPostFragment } from './documents/rest-post.generated.ts'
import { storeDataUrl } from './embedded-picture.ts'
import * as inputs from './inputs.ts'
import type { RawInput } from './parse-input.ts'
import { type OperationRoute, operationRoute, required } from './route.ts'
import { Post, Posts, toPost } from './schemas.ts'
import { userArguments, withoutUndefined } from './variables.ts'

const NO_POST = 'There is no such post.'

interface PostPage {
  nodes: RestPostFragment[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const pageResult = ({ nodes, pageInfo }: PostPage) => ({
  body: nodes.map(toPost),
  nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})
const postResult = (post: RestPostFragment | null) => ({ body: toPost(required(post, NO_POST)) })
const pageVariables = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({
  first: limit,
  after: cursor,
})
const userNamedBy = (key: 'authorId' | 'userId') => (request: RawInput) =>
  (request.body as Record<string, unknown> | undefined)?.[key]

export const postRoutes: readonly OperationRoute[] = [
  operationRoute({
    name: 'listPosts',
    method: 'get',
    path: '/posts',
    summary: 'List all posts, newest first',
    query: inputs.page,
    document: RestPostsDocument,
    toVariables: ({ query }) => pageVariables(query),
    toResult: ({ feed }) => pageResult(feed),
    status: 200,
    response: Posts,
    errors: ['BAD_INPUT'],
  }),
  operationRoute({
    name: 'createPost',
    method: 'post',
    path: '/posts',
    summary: 'Create a post',
    headers: inputs.idempotency,
    body: inputs.newPost,
    actor: userNamedBy('authorId'),
    document: RestCreatePostDocument,
    toVariables: async (
      { body: { content, imageUrl, imageAlt, videoUrl }, headers },
      { context },
    ) => ({
      input: {
        content,
        ...withoutUndefined({
          imageUrl: await storeDataUrl(imageUrl, context),
          imageAlt,
          videoUrl,
          clientKey: headers['idempotency-key'],
        }),
      },
    }),
    toResult: ({ createPost: { post } }) => ({
      ...postResult(post),
      location: `/posts/${post?.id}`,
    }),
    status: 201,
    response: Post,
    errors: [
      'BAD_INPUT',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'CONFLICT',
      'TOO_LARGE',
      'UNSUPPORTED_MEDIA',
      'RATE_LIMITED',
      'OUT_OF_SPACE',
    ],
  }),
  operationRoute({
    name: 'getPost',
    method: 'get',
    path: '/posts/{id}',
    summary: 'Get a post',
    params: inputs.postId,
    document: RestPostDocument,
    toVariables: ({ params }) => params,
    toResult: ({ node }) => postResult(node?.__typename === 'Post' ? node : null),
    status: 200,
    response: Post,
    errors: ['NOT_FOUND'],
  }),
  operationRoute({
    name: 'deletePost',
    method: 'delete',
    path: '/posts/{id}',
    summary: 'Delete your own post',
    params: inputs.postId,
    body: inputs.actor,
    actor: userNamedBy('userId'),
    document: RestDeletePostDocument,
    toVariables: ({ params }) => ({ input: { postId: params.id } }),
    toResult: () => ({}),
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  }),
  operationRoute({
    name: 'likePost',
    method: 'post',
    path: '/posts/{id}/like',
    summary: 'Like a post (idempotent)',
    params: inputs.postId,
    body: inputs.actor,
    actor: userNamedBy('userId'),
    document: RestLikePostDocument,
    toVariables: ({ params }) => ({ input: { postId: params.id } }),
    toResult: ({ likePost: { post } }) => postResult(post),
    status: 200,
    response: Post,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OUT_OF_SPACE'],
  }),
  operationRoute({
    name: 'unlikePost',
    method: 'delete',
    path: '/posts/{id}/like',
    summary: 'Unlike a post (idempotent)',
    params: inputs.postId,
    body: inputs.actor,
    actor: userNamedBy('userId'),
    document: RestUnlikePostDocument,
    toVariables: ({ params }) => ({ input: { postId: params.id } }),
    toResult: ({ unlikePost: { post } }) => postResult(post),
    status: 200,
    response: Post,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OUT_OF_SPACE'],
  }),
  operationRoute({
    name: 'listPostsOfUser',
    method: 'get',
    path: '/users/{id}/posts',
    summary: 'List the posts of a user, newest first',
    params: inputs.userId,
    query: inputs.page,
    document: RestUserPostsDocument,
    toVariables: ({ params, query }) => ({ ...userArguments(params.id), ...pageVariables(query) }),
    toResult: ({ user }) => pageResult(required(user, 'User not found').posts),
    status: 200,
    response: Posts,
    errors: ['BAD_INPUT', 'NOT_FOUND'],
  }),
  operationRoute({
    name: 'searchPosts',
    method: 'get',
    path: '/search',
    summary: 'Search posts, most relevant first',
    query: inputs.searchPage,
    document: RestSearchDocument,
    toVariables: ({ query }) => ({ query: query.q, ...pageVariables(query) }),
    toResult: ({ search }) => pageResult(search),
    status: 200,
    response: Posts,
    errors: ['BAD_INPUT', 'RATE_LIMITED'],
  }),
]
