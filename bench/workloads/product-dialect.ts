import { Cursors, uuidToBytes } from '../../api/graphql/cursor.ts'
import { fromPublicId, toPublicId } from '../../api/ids.ts'
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

/** The product's own: GraphQL as the web client sends it, and REST. */
export function productDialect(shape: Shape): Dialect {
  const cursors = new Cursors(AUTH_SECRET, 'feed')
  const cursor = (post: number) => cursors.encode(uuidToBytes(text(postId(shape, post))))

  return {
    ask: (operation) => (operation.kind === 'rest-posts' ? restPosts(operation.viewer) : graphql(operation)),
    read: (operation, body) => (operation.kind === 'rest-posts' ? readRest(body as PublicPost[]) : readGraphql(body as Body)),
  }

  function graphql(operation: Exclude<Operation, { kind: 'rest-posts' }>): Ask {
    const { [operation.kind]: body } = clientBodies
    return { method: 'POST', path: '/graphql', viewer: operation.viewer, body: { ...body, variables: variablesOf(operation) } }
  }

  function variablesOf(operation: Exclude<Operation, { kind: 'rest-posts' }>): object {
    if (operation.kind === 'feed') return operation.after === null ? {} : { after: cursor(operation.after) }
    if (operation.kind === 'profile') return { isOwn: false, username: usernameOf(operation.author) }
    if (operation.kind === 'search') return { query: operation.query }
    if (operation.kind === 'like') return { input: { postId: toPublicId('Post', text(postId(shape, operation.post))) } }
    return { input: { content: operation.content, clientKey: operation.key } }
  }
}

function restPosts(viewer: number): Ask {
  return { method: 'GET', path: '/api/posts?limit=20', viewer }
}

function readRest(posts: PublicPost[]): Answer {
  return { posts: posts.map(shown), more: null }
}

function readGraphql(body: Body): Answer {
  if (body.errors) throw new Error(`The answer has errors: ${JSON.stringify(body.errors).slice(0, 500)}`)
  const { feed, search, user, likePost, createPost } = body.data
  const page = feed ?? search ?? user?.posts
  if (page) return { posts: page.edges.map(({ node }) => shown(node)), more: page.pageInfo.hasNextPage }
  const post = likePost?.post ?? createPost?.post
  if (!post) throw new Error(`The answer has no data: ${JSON.stringify(body).slice(0, 500)}`)
  return { posts: [shown(post)], more: null }
}

/** A like's answer has its counts alone. */
function shown({ id, content = '', author, likesCount, isLiked }: PublicPost): ShownPost {
  return { id: fromPublicId(id)?.uuid ?? id, content, authorName: author?.displayName ?? '', likesCount, isLiked }
}
