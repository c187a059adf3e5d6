import type { BinaryCopyWriter } from './copy.ts'
import { mediaId, postId, postTime, replyId, userId } from './ids.ts'
import { likeCounts } from './likes.ts'
import { generatePost } from './post.ts'
import { repliesOf, replyCounts } from './replies.ts'
import { isHidden, type Shape } from './shape.ts'
import { shareCounts } from './shares.ts'
import type { Table } from './table.ts'

const columns = [
  ...['id', 'authorId', 'content', 'imageUrl', 'imageAlt', 'videoUrl', 'mediaId', 'mediaType'],
  ...['likesCount', 'sharesCount', 'repliesCount', 'isReply', 'threadRootId', 'inReplyToId'],
  ...['createdAt', 'hiddenAt'],
]

export const posts: Table = {
  name: 'Post',
  columns,
  *write(shape, rows) {
    const [likes, shares, replies] = [likeCounts(shape), shareCounts(shape), replyCounts(shape)]
    for (let index = 0; index < shape.posts; index++) {
      const { author, phrases, imageUrl, imageAlt, videoUrl, upload } = generatePost(shape, index)
      rows.beginRow(columns.length)
      rows.uuid(postId(shape, index))
      rows.uuid(userId(shape, author))
      for (const value of [phrases.join(' '), imageUrl, imageAlt, videoUrl]) rows.text(value)
      if (upload) rows.uuid(mediaId(shape, index))
      else rows.writeNull()
      rows.text(imageUrl ? 'IMAGE' : videoUrl ? 'VIDEO' : 'TEXT')
      for (const counts of [likes, shares, replies]) rows.int(counts[index] ?? 0)
      rows.boolean(false)
      rows.writeNull()
      rows.writeNull()
      rows.timestamp(postTime(shape, index))
      rows.timestamp(isHidden(index) ? postTime(shape, index) : null)
      yield
    }
    yield* writeReplies(shape, rows, replies)
  },
}

function* writeReplies(shape: Shape, rows: BinaryCopyWriter, counts: Int32Array): Iterable<void> {
  let first = 0
  for (const [post, count] of counts.entries()) {
    for (const reply of repliesOf(shape, post, count, first)) {
      const { index, author, time, content, answered, isHidden } = reply
      const rootId = postId(shape, post)
      rows.beginRow(columns.length)
      rows.uuid(replyId(time, index))
      rows.uuid(userId(shape, author))
      rows.text(content)
      for (let column = 0; column < 4; column++) rows.writeNull()
      rows.text('TEXT')
      for (let column = 0; column < 3; column++) rows.int(0)
      rows.boolean(true)
      rows.uuid(rootId)
      rows.uuid(answered ? replyId(answered.time, answered.index) : rootId)
      rows.timestamp(time)
      rows.timestamp(isHidden ? time : null)
      yield
    }
    first += count
  }
}
