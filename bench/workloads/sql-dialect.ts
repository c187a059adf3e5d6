import { postId, text } from '../data/ids.ts'
import type { Shape } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import type { Answer, Ask, Dialect, Operation, ShownPost } from './operation.ts'

interface Body {
  posts: (Omit<ShownPost, 'authorName'> & { author: { displayName: string } })[]
  more?: boolean
}

/** What the hand-written server takes: an address for each kind, and the database's own ids. */
export function sqlDialect(shape: Shape): Dialect {
  const id = (post: number) => text(postId(shape, post))
  return {
    ask(operation) {
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
    read(_operation, body) {
      const { posts, more = null } = body as Body
      return { posts: posts.map(shown), more } satisfies Answer
    },
  }

  function pathOf(operation: Exclude<Operation, { kind: 'like' | 'post' }>): Ask['path'] {
    if (operation.kind === 'feed')
      return operation.after === null ? '/feed' : `/feed?after=${id(operation.after)}`
    if (operation.kind === 'profile') return `/profile?username=${usernameOf(operation.author)}`
    if (operation.kind === 'search')
      return `/search-${operation.sort}?q=${encodeURIComponent(operation.query)}`
    return '/feed'
  }
}

function shown({
  id,
  content = '',
  author,
  likesCount,
  isLiked,
}: Body['posts'][number]): ShownPost {
  return { id, content, authorName: author?.displayName ?? '', likesCount, isLiked }
}
