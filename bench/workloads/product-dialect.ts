import { Cursors, uuidToBytes } from '../../api/graphql/cursor.ts'
import { fromPublicId, toPublicId } from '../../api/lib/ids.ts'
import { postId, text } from '../data/ids.ts'
import type { Shape } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import { AUTH_SECRET } from '../place.ts'
import { clientBodies } from './documents.ts'
import type { Answer, Ask, Dialect, Operation, ShownPost } from './operation.ts'

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

/** The product's own: GraphQL as the web client sends it, REST, and the page that a browser opens. */
export function productDialect(shape: Shape): Dialect {
  const cursors = new Cursors(AUTH_SECRET, 'feed')
  const cursor = (post: number) => cursors.encode(uuidToBytes(text(postId(shape, post))))

  return {
    ask(operation) {
      if (operation.kind === 'rest-posts') return restPosts(operation.viewer)
      return operation.kind === 'page' ? page(operation.viewer) : graphql(operation)
    },
    read(operation, body) {
      if (operation.kind === 'rest-posts') return readRest(body as PublicPost[])
      return readGraphql(operation.kind === 'page' ? firstDataOf(body as string) : (body as Body))
    },
  }

  function graphql(operation: GraphqlOperation): Ask {
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
      return { input: { postId: toPublicId('Post', text(postId(shape, operation.post))) } }
    return { input: { content: operation.content, clientKey: operation.key } }
  }
}

function restPosts(viewer: number): Ask {
  return { method: 'GET', path: '/api/posts?limit=20', viewer }
}

/** As a browser asks for it, compression included. */
function page(viewer: number): Ask {
  return {
    method: 'GET',
    path: '/',
    viewer,
    headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip, deflate, br, zstd' },
  }
}

/** The feed among the data that the page brings along. */
function firstDataOf(html: string): Body {
  const text =
    /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(html)?.[1] ?? '[]'
  const feed = (JSON.parse(text) as (Body & { name: string })[]).find(({ name }) => name === 'Feed')
  if (!feed) throw new Error('The page brings no feed along.')
  return feed
}

function readRest(posts: PublicPost[]): Answer {
  return { posts: posts.map(shown), more: null }
}

function readGraphql(body: Body): Answer {
  if (body.errors)
    throw new Error(`The answer has errors: ${JSON.stringify(body.errors).slice(0, 500)}`)
  const { feed, search, user, likePost, createPost } = body.data
  const page = feed ?? search ?? user?.posts
  if (page)
    return { posts: page.edges.map(({ node }) => shown(node)), more: page.pageInfo.hasNextPage }
  const post = likePost?.post ?? createPost?.post
  if (!post) throw new Error(`The answer has no data: ${JSON.stringify(body).slice(0, 500)}`)
  return { posts: [shown(post)], more: null }
}

/** A like's answer has its counts alone. */
function shown({ id, content = '', author, likesCount, isLiked }: PublicPost): ShownPost {
  return {
    id: fromPublicId(id)?.uuid ?? id,
    content,
    authorName: author?.displayName ?? '',
    likesCount,
    isLiked,
  }
}
