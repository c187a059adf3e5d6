import { Cursors, uuidToBytes } from '../../api/graphql/cursor.ts'
import { fromPublicId, toPublicId } from '../../api/lib/ids.ts'
import { newestEventId, postId, userId, uuidText } from '../data/ids.ts'
import { type Shape, userOfViewer } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import { AUTH_SECRET } from '../paths.ts'
import { clientBodies } from './documents.ts'
import { type NotificationJson, notificationPage } from './notification-page.ts'
import type { ComparablePost, Dialect, HttpRequest, Operation, PostPage } from './operation.ts'

interface PublicPost {
  id: string
  content: string
  author: { displayName: string }
  likesCount: number
  isLiked: boolean
}

interface Connection {
  edges: { node: PublicPost; share?: { actor: { displayName: string } } | null }[]
  pageInfo: { hasNextPage: boolean }
}

interface Body {
  errors?: unknown
  data: {
    feed?: Connection
    search?: Connection
    user?: { posts: Connection }
    node?: { threadRoot: PublicPost & { replies: Connection } }
    viewer?: {
      notifications: { nodes: NotificationJson[]; pageInfo: Connection['pageInfo'] }
    }
    likePost?: { post: PublicPost }
    createPost?: { post: PublicPost }
    followUser?: { user: object }
  }
}

type GraphqlOperation = Exclude<Operation, { kind: 'rest-posts' | 'page' | 'feed-atom' }>

/** GraphQL as the web client sends it, REST, HTML pages and feed files. */
export function productDialect(shape: Shape): Dialect {
  const cursors = new Cursors(AUTH_SECRET, 'feed')
  const cursor = (post: number) => cursors.encode(uuidToBytes(uuidText(postId(shape, post))))

  return {
    toRequest(operation) {
      if (operation.kind === 'rest-posts') return restPosts(operation.viewer)
      if (operation.kind === 'feed-atom') return feedFile
      return operation.kind === 'page' ? page(operation.viewer) : graphql(operation)
    },
    readResponse(operation, body) {
      if (operation.kind === 'rest-posts') return readRest(body as PublicPost[])
      if (operation.kind === 'feed-atom') return readAtom(body as string)
      return readGraphql(operation.kind === 'page' ? preloadedFeed(body as string) : (body as Body))
    },
  }

  function publicPostId(post: number): string {
    return toPublicId('Post', uuidText(postId(shape, post)))
  }

  function graphql(operation: GraphqlOperation): HttpRequest {
    const { [operation.kind]: body } = clientBodies
    return {
      method: 'POST',
      path: '/graphql',
      viewer: operation.viewer,
      ...(operation.kind === 'feed' && operation.byToken && { byToken: true }),
      body: { ...body, variables: variablesOf(operation) },
    }
  }

  /** In the middle of a walk that starts now. */
  function followingCursor(viewer: number, post: number): string {
    const id = uuidText(userId(shape, userOfViewer(shape, viewer)))
    return new Cursors(AUTH_SECRET, `following ${id}`).encode(
      Buffer.concat([newestEventId(shape), postId(shape, post)]),
    )
  }

  function variablesOf(operation: GraphqlOperation): object {
    if (operation.kind === 'following')
      return operation.after === null
        ? {}
        : { after: followingCursor(operation.viewer, operation.after) }
    if (operation.kind === 'follow')
      return { input: { userId: toPublicId('User', uuidText(userId(shape, operation.followee))) } }
    if (operation.kind === 'feed')
      return operation.after === null ? {} : { after: cursor(operation.after) }
    if (operation.kind === 'profile')
      return { isOwn: false, isReplies: false, username: usernameOf(operation.author) }
    if (operation.kind === 'search') return { query: operation.query }
    if (operation.kind === 'post-page') return { postId: publicPostId(operation.post) }
    if (operation.kind === 'notifications') return {}
    if (operation.kind === 'like') return { input: { postId: publicPostId(operation.post) } }
    return { input: { content: operation.content, clientKey: operation.key } }
  }
}

function restPosts(viewer: number): HttpRequest {
  return { method: 'GET', path: '/api/posts?limit=20', viewer }
}

const feedFile: HttpRequest = { method: 'GET', path: '/feed.atom', viewer: null }

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

/** Feed files have no counts. */
function readAtom(xml: string): PostPage {
  const ids = [...xml.matchAll(/<id>[^<]*\/post\/(post_\w+)<\/id>/g)].map(([, id = '']) => id)
  if (ids.length === 0) throw new Error('The feed file has no posts.')
  const author = { displayName: '' }
  const posts = ids.map((id) => ({ id, content: '', author, likesCount: 0, isLiked: false }))
  return { posts: posts.map(toComparable), hasMore: null }
}

function readGraphql(body: Body): PostPage {
  if (body.errors)
    throw new Error(`The response has errors: ${JSON.stringify(body.errors).slice(0, 500)}`)
  const { feed, search, user, node, viewer, likePost, createPost, followUser } = body.data
  if (viewer) {
    const { nodes, pageInfo } = viewer.notifications
    return notificationPage(nodes, pageInfo.hasNextPage)
  }
  if (node) {
    const { threadRoot } = node
    const { edges, pageInfo } = threadRoot.replies
    const posts = [threadRoot, ...edges.map((edge) => edge.node)]
    return { posts: posts.map(toComparable), hasMore: pageInfo.hasNextPage }
  }
  const page = feed ?? search ?? user?.posts
  if (page)
    return {
      posts: page.edges.map(({ node, share }) => ({
        ...toComparable(node),
        sharedBy: share?.actor.displayName ?? null,
      })),
      hasMore: page.pageInfo.hasNextPage,
    }
  if (followUser) return { posts: [], hasMore: null }
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
    sharedBy: null,
  }
}
