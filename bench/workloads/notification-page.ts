import { fromPublicId } from '../../api/lib/ids.ts'
import type { ComparablePost, PostPage } from './operation.ts'

/** A group of likes, or a reply, as the product and `sql` return it. */
export interface NotificationJson {
  id: string
  isRead: boolean
  actorsCount?: number
  actors?: readonly { displayName: string }[] | null
  post: { content: string } | null
  reply?: { content: string; author: { displayName: string } } | null
}

/** A page of notifications, in terms of posts: so all responses are compared alike. */
export function notificationPage(
  notifications: readonly NotificationJson[],
  hasMore: boolean | null,
): PostPage {
  return { posts: notifications.map(toComparable), hasMore }
}

function toComparable(notification: NotificationJson): ComparablePost {
  const { id, isRead, actorsCount, actors, post, reply } = notification
  const people = reply ? [reply.author] : (actors ?? [])
  return {
    id: fromPublicId(id)?.uuid ?? id,
    content: [post?.content, reply?.content].join('\n'),
    authorName: people.map(({ displayName }) => displayName).join(', '),
    likesCount: actorsCount ?? 0,
    isLiked: isRead,
    sharedBy: null,
  }
}
