import { notificationId, postId, replyId, userId } from './ids.ts'
import { likeCounts, likersOf } from './likes.ts'
import { authorOf } from './post.ts'
import { repliesOf, replyCounts } from './replies.ts'
import { type Shape, userOfViewer } from './shape.ts'
import type { Table } from './table.ts'

/** About as many posts as 90 days have: older notifications are deleted. */
const NOTIFIED_POSTS = 250_000
const ACTORS = 3

/** A group of likes, or a reply. */
interface GeneratedNotification {
  /** Unique among all notifications; ascending by time. */
  index: number
  /** Index of the recipient's post. */
  post: number
  recipient: number
  likes: number
  /** Indexes of users. */
  actors: readonly number[]
  /** UUID of the reply. */
  reply: Buffer | null
}

/** Yields one group of likes for each post, and its replies. Active authors get the most. */
export function* generateNotifications(shape: Shape): Generator<GeneratedNotification> {
  const [likes, replies] = [likeCounts(shape), replyCounts(shape)]
  let index = 0
  let firstReply = 0
  for (let post = 0; post < shape.posts; post++) {
    const count = replies[post] ?? 0
    if (post >= shape.posts - NOTIFIED_POSTS) {
      const recipient = authorOf(shape, post)
      const common = { post, recipient, likes: 0, actors: [], reply: null }
      const liked = likes[post] ?? 0
      const actors = firstLikers(shape, post, liked, recipient)
      if (actors.length > 0) yield { ...common, index: index++, likes: liked, actors }
      for (const reply of repliesOf(shape, post, count, firstReply))
        if (reply.author !== recipient)
          yield { ...common, index: index++, reply: replyId(reply.time, reply.index) }
    }
    firstReply += count
  }
}

/** @returns the viewers who have more than a page of notifications: the active authors */
export function notifiedViewers(shape: Shape): number[] {
  const viewers: number[] = []
  for (let viewer = 0; userOfViewer(shape, viewer) < shape.activeAuthors; viewer++)
    viewers.push(viewer)
  return viewers
}

function firstLikers(shape: Shape, post: number, count: number, author: number): number[] {
  return likersOf(shape, post, Math.min(count, ACTORS + 1))
    .filter((user) => user !== author)
    .take(ACTORS)
    .toArray()
}

export const notifications: Table = {
  name: 'Notification',
  columns: ['id', 'userId', 'kind', 'postId', 'actorsCount', 'replyId'],
  *write(shape, rows) {
    for (const { index, post, recipient, likes, reply } of generateNotifications(shape)) {
      rows.beginRow(6)
      rows.uuid(notificationId(index))
      rows.uuid(userId(shape, recipient))
      rows.text(reply ? 'REPLY' : 'LIKE')
      rows.uuid(postId(shape, post))
      rows.int(likes)
      if (reply) rows.uuid(reply)
      else rows.writeNull()
      yield
    }
  },
}

export const notificationActors: Table = {
  name: 'NotificationActor',
  columns: ['notificationId', 'userId', 'rank'],
  *write(shape, rows) {
    for (const { index, actors } of generateNotifications(shape))
      for (const [position, actor] of actors.entries()) {
        rows.beginRow(3)
        rows.uuid(notificationId(index))
        rows.uuid(userId(shape, actor))
        rows.int(position + 1)
        yield
      }
  },
}
