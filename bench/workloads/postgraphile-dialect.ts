import { postId, uuidText } from '../data/ids.ts'
import type { Shape } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import type { ComparablePost, Dialect, Operation, PostPage } from './operation.ts'

const POSTS = `edges { node {
    id content createdAt sharesCount rowId isLiked likesCount mediaType imageUrl videoUrl imageAlt
    userByAuthorId { id displayName username avatar }
    mediaByMediaId { hash width height placeholder }
  } }
  pageInfo { endCursor hasNextPage }`
const FEED = `query Feed($after: Cursor) { allPosts(first: 20, after: $after, orderBy: ROW_ID_DESC, condition: { hiddenAt: null, isReply: false }) { ${POSTS} } }`
const PROFILE = `query Profile($username: String!) { allUsers(first: 1, condition: { username: $username }) { nodes {
  id displayName username avatar bio createdAt followingCount followersCount
  postsByAuthorId(first: 20, orderBy: ROW_ID_DESC, condition: { hiddenAt: null, isReply: false }) { ${POSTS} }
} } }`
/** First element of cursors in this order. */
const CURSOR_PREFIX = '6776d37f70'

interface Connection {
  edges: {
    node: {
      rowId: string
      content: string
      likesCount: number
      isLiked: boolean
      userByAuthorId: { displayName: string }
    }
  }[]
  pageInfo: { hasNextPage: boolean }
}

interface Body {
  errors?: unknown
  data?: { allPosts?: Connection; allUsers?: { nodes: { postsByAuthorId: Connection }[] } }
}

/** The operations of PostGraphile's generated schema that are nearest to the product's. */
export function postgraphileDialect(shape: Shape): Dialect {
  const cursor = (post: number) =>
    Buffer.from(JSON.stringify([CURSOR_PREFIX, uuidText(postId(shape, post))])).toString('base64')
  return {
    toRequest(operation) {
      const { query, variables } = documentFor(operation)
      return {
        method: 'POST',
        path: '/graphql',
        viewer: operation.viewer,
        body: { query, variables },
      }
    },
    readResponse(_operation, body) {
      const { data, errors } = body as Body
      const page = data?.allPosts ?? data?.allUsers?.nodes[0]?.postsByAuthorId
      if (errors || !page)
        throw new Error(`The response has no posts: ${JSON.stringify(body).slice(0, 500)}`)
      return {
        posts: page.edges.map(toComparable),
        hasMore: page.pageInfo.hasNextPage,
      } satisfies PostPage
    },
  }

  function documentFor(operation: Operation): { query: string; variables: object } {
    if (operation.kind === 'feed')
      return {
        query: FEED,
        variables: operation.after === null ? {} : { after: cursor(operation.after) },
      }
    if (operation.kind === 'profile')
      return { query: PROFILE, variables: { username: usernameOf(operation.author) } }
    throw new Error(`PostGraphile has no operation for ${operation.kind}.`)
  }
}

function toComparable({
  node: { rowId, content, likesCount, isLiked, userByAuthorId },
}: Connection['edges'][number]): ComparablePost {
  const authorName = userByAuthorId.displayName
  return { id: rowId, content, authorName, likesCount, isLiked, sharedBy: null }
}
