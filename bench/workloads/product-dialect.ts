import { Cursors, uuidToBytes } from '../../api/graphql/cursor.ts'
import { fromPublicId, toPublicId } from '../../api/lib/ids.ts'
import { postId, uuidText } from '../data/ids.ts'
import type { Shape } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import { AUTH_SECRET } from '../paths.ts'
import { clientBodies } from './documents.ts'
import type { ComparablePost, Dialect, HttpRequest, Operation, PostPage } from './operation.ts'

interface PublicPost {
  id: string
  content: string
  author: { displayName: string }
  likesCount: number
  isLiked: boolean
}

interface Connection {
  edges: { node: PublicPost }[]
  pageInfo: { hasNextPage: boolean }
}

interface Body {
  errors?: unknown
  data: {
    feed?: Connection
    search?: Connection
    user?: { posts: Connection }
    likePost?: { post: PublicPost }
    createPost?: { post: PublicPost }
  }
}

type GraphqlOperation = Exclude<Operation, { kind: 'rest-posts' | 'page' }>

/** GraphQL as the web client sends it, REST, and HTML pages. */
export function productDialect(shape: Shape): Dialect {
  const cursors = new Cursors(AUTH_SECRET, 'feed')
  const cursor = (post: number) => cursors.encode(uuidToBytes(uuidText(postId(shape, post))))

  return {
    toRequest(operation) {
      if (operation.kind === 'rest-posts') return restPosts(operation.viewer)
      return operation.kind === 'page' ? page(operation.viewer) : graphql(operation)
    },
    readResponse(operation, body) {
      if (operation.kind === 'rest-posts') return readRest(body as PublicPost[])
      return readGraphql(operation.kind === 'page' ? preloadedFeed(body as string) : (body as Body))
    },
  }

  function graphql(operation: GraphqlOperation): HttpRequest {
    const { [operation.kind]: body } = clientBodies
    return {
      method: 'POST',
      path: '/graphql',
      viewer: operation.viewer,
      body: { ...body, variables: variablesOf(operation) },
    }
  }

  function variablesOf(operation: GraphqlOperation): object {
    if (operation.kind === 'feed')
      return operation.after === null ? {} : { after: cursor(operation.after) }
    if (operation.kind === 'profile')
      return { isOwn: false, username: usernameOf(operation.author) }
    if (operation.kind === 'search') return { query: operation.query }
    if (operation.kind === 'like')
      return { input: { postId: toPublicId('Post', uuidText(postId(shape, operation.post))) } }
    return { input: { content: operation.content, clientKey: operation.key } }
  }
}

function restPosts(viewer: number): HttpRequest {
  return { method: 'GET', path: '/api/posts?limit=20', viewer }
}

/** With the headers of a browser, including compression. */
function page(viewer: number): HttpRequest {
  return {
    method: 'GET',
    path: '/',
    viewer,
    headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip, deflate, br, zstd' },
  }
}

/** @returns the feed in the preloaded data of a page */
function preloadedFeed(html: string): Body {
  const text =
    /<script type="application\/json" id="preloaded-data">(.*?)<\/script>/.exec(html)?.[1] ?? '[]'
  const feed = (JSON.parse(text) as (Body & { name: string })[]).find(({ name }) => name === 'Feed')
  if (!feed) throw new Error('The page contains no feed.')
  return feed
}

function readRest(posts: PublicPost[]): PostPage {
  return { posts: posts.map(toComparable), hasMore: null }
}

function readGraphql(body: Body): PostPage {
  if (body.errors)
    throw new Error(`The response has errors: ${JSON.stringify(body.errors).slice(0, 500)}`)
  const { feed, search, user, likePost, createPost } = body.data
  const page = feed ?? search ?? user?.posts
  if (page)
    return {
      posts: page.edges.map(({ node }) => toComparable(node)),
      hasMore: page.pageInfo.hasNextPage,
    }
  const post = likePost?.post ?? createPost?.post
  if (!post) throw new Error(`The response has no data: ${JSON.stringify(body).slice(0, 500)}`)
  return { posts: [toComparable(post)], hasMore: null }
}

/** The response to a like has no content and no author. */
function toComparable({
  id,
  content = '',
  author,
  likesCount,
  isLiked,
}: PublicPost): ComparablePost {
  return {
    id: fromPublicId(id)?.uuid ?? id,
    content,
    authorName: author?.displayName ?? '',
    likesCount,
    isLiked,
  }
}
