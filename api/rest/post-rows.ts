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
import { linkOf } from './embedded-picture.ts'
import * as inputs from './inputs.ts'
import type { RawInput } from './read.ts'
import { found, type Row, row } from './row.ts'
import { Post, Posts, postOf } from './shapes.ts'
import { given, who } from './variables.ts'

const NO_POST = 'There is no such post.'

interface PostPage {
  nodes: RestPostFragment[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const pageOf = ({ nodes, pageInfo }: PostPage) => ({
  body: nodes.map(postOf),
  next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})
const one = (post: RestPostFragment | null) => ({ body: postOf(found(post, NO_POST)) })
const paging = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({
  first: limit,
  after: cursor,
})
const named = (key: 'authorId' | 'userId') => (request: RawInput) =>
  (request.body as Record<string, unknown> | undefined)?.[key]

export const listPosts = row({
  name: 'listPosts',
  method: 'get',
  path: '/posts',
  summary: 'All posts, newest first',
  query: inputs.page,
  document: RestPostsDocument,
  variables: ({ query }) => paging(query),
  pick: ({ feed }) => pageOf(feed),
  status: 200,
  answer: Posts,
  refusals: ['BAD_INPUT'],
})

export const postRows: readonly Row[] = [
  listPosts,
  row({
    name: 'createPost',
    method: 'post',
    path: '/posts',
    summary: 'Share a post',
    headers: inputs.idempotency,
    body: inputs.newPost,
    actor: named('authorId'),
    document: RestCreatePostDocument,
    variables: async (
      { body: { content, imageUrl, imageAlt, videoUrl }, headers },
      { context },
    ) => ({
      input: {
        content,
        ...given({
          imageUrl: await linkOf(imageUrl, context),
          imageAlt,
          videoUrl,
          clientKey: headers['idempotency-key'],
        }),
      },
    }),
    pick: ({ createPost: { post } }) => ({ ...one(post), location: `/posts/${post?.id}` }),
    status: 201,
    answer: Post,
    refusals: [
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
  row({
    name: 'getPost',
    method: 'get',
    path: '/posts/{id}',
    summary: 'One post',
    params: inputs.postId,
    document: RestPostDocument,
    variables: ({ params }) => params,
    pick: ({ node }) => one(node?.__typename === 'Post' ? node : null),
    status: 200,
    answer: Post,
    refusals: ['NOT_FOUND'],
  }),
  row({
    name: 'deletePost',
    method: 'delete',
    path: '/posts/{id}',
    summary: 'Delete one’s own post',
    params: inputs.postId,
    body: inputs.actor,
    actor: named('userId'),
    document: RestDeletePostDocument,
    variables: ({ params }) => ({ input: { postId: params.id } }),
    pick: () => ({}),
    status: 204,
    refusals: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  }),
  row({
    name: 'likePost',
    method: 'post',
    path: '/posts/{id}/like',
    summary: 'Like a post; again changes nothing',
    params: inputs.postId,
    body: inputs.actor,
    actor: named('userId'),
    document: RestLikePostDocument,
    variables: ({ params }) => ({ input: { postId: params.id } }),
    pick: ({ likePost: { post } }) => one(post),
    status: 200,
    answer: Post,
    refusals: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OUT_OF_SPACE'],
  }),
  row({
    name: 'unlikePost',
    method: 'delete',
    path: '/posts/{id}/like',
    summary: 'Take a like back; again changes nothing',
    params: inputs.postId,
    body: inputs.actor,
    actor: named('userId'),
    document: RestUnlikePostDocument,
    variables: ({ params }) => ({ input: { postId: params.id } }),
    pick: ({ unlikePost: { post } }) => one(post),
    status: 200,
    answer: Post,
    refusals: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'OUT_OF_SPACE'],
  }),
  row({
    name: 'listPostsOfUser',
    method: 'get',
    path: '/users/{id}/posts',
    summary: 'What somebody posted, newest first',
    params: inputs.userId,
    query: inputs.page,
    document: RestUserPostsDocument,
    variables: ({ params, query }) => ({ ...who(params.id), ...paging(query) }),
    pick: ({ user }) => pageOf(found(user, 'User not found').posts),
    status: 200,
    answer: Posts,
    refusals: ['BAD_INPUT', 'NOT_FOUND'],
  }),
  row({
    name: 'searchPosts',
    method: 'get',
    path: '/search',
    summary: 'Posts in which the words are found, most relevant first',
    query: inputs.searchPage,
    document: RestSearchDocument,
    variables: ({ query }) => ({ query: query.q, ...paging(query) }),
    pick: ({ search }) => pageOf(search),
    status: 200,
    answer: Posts,
    refusals: ['BAD_INPUT', 'RATE_LIMITED'],
  }),
]
