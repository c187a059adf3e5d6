import { postId, uuidText } from '../data/ids.ts'
import type { Shape } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import type { ComparablePost, Dialect, HttpRequest, Operation, PostPage } from './operation.ts'

interface Body {
  posts: (Omit<ComparablePost, 'authorName'> & { author: { displayName: string } })[]
  more?: boolean
}

/** The hand-written server has a path for each kind of operation, and takes UUIDs. */
export function sqlDialect(shape: Shape): Dialect {
  const id = (post: number) => uuidText(postId(shape, post))
  return {
    toRequest(operation) {
      const { viewer } = operation
      if (operation.kind === 'like')
        return { method: 'POST', path: '/like', viewer, body: { postId: id(operation.post) } }
      if (operation.kind === 'post')
        return {
          method: 'POST',
          path: '/post',
          viewer,
          body: { content: operation.content, key: operation.key },
        }
      return { method: 'GET', path: pathOf(operation), viewer }
    },
    readResponse(_operation, body) {
      const { posts, more = null } = body as Body
      return { posts: posts.map(toComparable), hasMore: more } satisfies PostPage
    },
  }

  function pathOf(operation: Exclude<Operation, { kind: 'like' | 'post' }>): HttpRequest['path'] {
    if (operation.kind === 'feed')
      return operation.after === null ? '/feed' : `/feed?after=${id(operation.after)}`
    if (operation.kind === 'profile') return `/profile?username=${usernameOf(operation.author)}`
    if (operation.kind === 'search')
      return `/search-${operation.sort}?q=${encodeURIComponent(operation.query)}`
    return '/feed'
  }
}

function toComparable({
  id,
  content = '',
  author,
  likesCount,
  isLiked,
}: Body['posts'][number]): ComparablePost {
  return { id, content, authorName: author?.displayName ?? '', likesCount, isLiked }
}
