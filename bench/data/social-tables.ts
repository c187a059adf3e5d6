import { followTime, generateFollows } from './follows.ts'
import { generateHides } from './hides.ts'
import { followId, hideId, postId, postTime, shareId, userId } from './ids.ts'
import { authorOf } from './post.ts'
import { shareCounts, sharesOf } from './shares.ts'
import type { Table } from './table.ts'

export const follows: Table = {
  name: 'Follow',
  columns: ['id', 'followerId', 'followeeId'],
  *write(shape, rows) {
    const userIds = Array.from({ length: shape.users }, (_, index) => userId(shape, index))
    for (const { index, follower, followee } of generateFollows(shape)) {
      rows.beginRow(3)
      rows.uuid(followId(followTime(shape, index), index))
      rows.uuid(userIds[follower] as Buffer)
      rows.uuid(userIds[followee] as Buffer)
      yield
    }
  },
}

/** A trigger adds the events of posts, but triggers are off during loading. */
export const feedEvents: Table = {
  name: 'FeedEvent',
  columns: ['id', 'kind', 'actorId', 'postId', 'comment'],
  *write(shape, rows) {
    const counts = shareCounts(shape)
    let shares = 0
    for (let post = 0; post < shape.posts; post++) {
      const id = postId(shape, post)
      rows.beginRow(5)
      rows.uuid(id)
      rows.text('POST')
      rows.uuid(userId(shape, authorOf(shape, post)))
      rows.uuid(id)
      rows.writeNull()
      yield
      const count = counts[post] ?? 0
      for (const { index, actor, time, comment } of sharesOf(shape, post, count, shares)) {
        rows.beginRow(5)
        rows.uuid(shareId(time, index))
        rows.text('SHARE')
        rows.uuid(userId(shape, actor))
        rows.uuid(id)
        rows.text(comment)
        yield
      }
      shares += count
    }
  },
}

function hides(name: 'Mute' | 'Block', columns: readonly string[]): Table {
  return {
    name,
    columns,
    *write(shape, rows) {
      const newest = postTime(shape, shape.posts - 1)
      for (const { index, viewer, hidden, isMute } of generateHides(shape)) {
        if (isMute !== (name === 'Mute')) continue
        rows.beginRow(3)
        rows.uuid(hideId(newest, index))
        rows.uuid(userId(shape, viewer))
        rows.uuid(userId(shape, hidden))
        yield
      }
    },
  }
}

export const mutes = hides('Mute', ['id', 'muterId', 'mutedId'])
export const blocks = hides('Block', ['id', 'blockerId', 'blockedId'])
