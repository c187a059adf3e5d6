import { postId, userId, uuidText } from '../data/ids.ts'
import type { Shape } from '../data/shape.ts'
import { usernameOf } from '../data/user.ts'
import { type NotificationJson, notificationPage } from './notification-page.ts'
import type { ComparablePost, Dialect, HttpRequest, Operation, PostPage } from './operation.ts'

interface SqlPost extends Omit<ComparablePost, 'authorName' | 'sharedBy'> {
  author: { displayName: string }
  share?: { actor: { displayName: string } } | null
}

interface Body {
  posts: SqlPost[]
  /** Of the Post page: the post before its replies. */
  post?: SqlPost
  notifications?: NotificationJson[]
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
      if (operation.kind === 'follow')
        return {
          method: 'POST',
          path: '/follow',
          viewer,
          body: { userId: uuidText(userId(shape, operation.followee)) },
        }
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
      const { posts = [], post, notifications, more = null } = body as Partial<Body>
      if (notifications) return notificationPage(notifications, more)
      const all = post ? [post, ...posts] : posts
      return { posts: all.map(toComparable), hasMore: more } satisfies PostPage
    },
  }

  function pathOf(
    operation: Exclude<Operation, { kind: 'like' | 'follow' | 'post' }>,
  ): HttpRequest['path'] {
    if (operation.kind === 'feed' && operation.hides) return '/feed-hiding'
    if (operation.kind === 'feed')
      return operation.after === null ? '/feed' : `/feed?after=${id(operation.after)}`
    if (operation.kind === 'following') {
      const after = operation.after === null ? '' : `&after=${id(operation.after)}`
      return `/following?followees=${operation.followees}${after}`
    }
    if (operation.kind === 'profile') return `/profile?username=${usernameOf(operation.author)}`
    if (operation.kind === 'post-page') return `/post-page?id=${id(operation.post)}`
    if (operation.kind === 'notifications') return '/notifications'
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
  share,
}: SqlPost): ComparablePost {
  const sharedBy = share?.actor.displayName ?? null
  return { id, content, authorName: author?.displayName ?? '', likesCount, isLiked, sharedBy }
}
