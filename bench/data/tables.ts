import { createHash } from 'node:crypto'
import { searchText } from '../../api/lib/search-text.ts'
import { tokenOf } from '../workloads/cookies.ts'
import type { CopyRows } from './copy.ts'
import { mediaId, postId, postTime, sessionId, text, userId, userTime } from './ids.ts'
import { likersOf, likesCounts } from './likes.ts'
import { searchTextOf } from './pieces.ts'
import { postOf } from './post.ts'
import { isHidden, type Shape, userOfViewer } from './shape.ts'
import { userOf } from './user.ts'

export interface Table {
  name: string
  columns: readonly string[]
  write(shape: Shape, rows: CopyRows): Iterable<void>
}

/** Long after every run, so that no session is lengthened by being used. */
const NEVER = Date.UTC(2100, 0, 1)

const users: Table = {
  name: 'User',
  columns: ['id', 'displayName', 'username', 'email', 'bio', 'avatar', 'createdAt', 'updatedAt'],
  *write(shape, rows) {
    for (let index = 0; index < shape.users; index++) {
      const { displayName, username, email, bio, avatar } = userOf(index)
      rows.begin(8)
      rows.uuid(userId(shape, index))
      for (const value of [displayName, username, email, bio, avatar]) rows.text(value)
      rows.time(userTime(shape, index))
      rows.time(userTime(shape, index))
      yield
    }
  },
}

const names: Table = {
  name: 'UserSearch',
  columns: ['userId', 'text', 'grams'],
  *write(shape, rows) {
    for (let index = 0; index < shape.users; index++) {
      const { displayName, username } = userOf(index)
      const found = searchText(`${displayName} ${username}`)
      rows.begin(3)
      rows.uuid(userId(shape, index))
      rows.text(found.text)
      rows.ints(found.grams, found.grams.length)
      yield
    }
  },
}

const media: Table = {
  name: 'Media',
  columns: ['id', 'ownerId', 'hash', 'width', 'height', 'bytes', 'placeholder', 'createdAt'],
  *write(shape, rows) {
    for (let index = 0; index < shape.posts; index++) {
      const { author, upload } = postOf(shape, index)
      if (!upload) continue
      rows.begin(8)
      rows.uuid(mediaId(shape, index))
      rows.uuid(userId(shape, author))
      rows.text(upload)
      for (const value of [1600, 1066, 240_000]) rows.int(value)
      rows.text('1QcSHQRnh493V4dIh4eXh1h4kJUI')
      rows.time(postTime(shape, index))
      yield
    }
  },
}

const posts: Table = {
  name: 'Post',
  columns: [
    'id',
    'authorId',
    'content',
    'imageUrl',
    'imageAlt',
    'videoUrl',
    'mediaId',
    'mediaType',
    'likesCount',
    'createdAt',
    'hiddenAt',
  ],
  *write(shape, rows) {
    const counts = likesCounts(shape)
    for (let index = 0; index < shape.posts; index++) {
      const { author, pieces, imageUrl, imageAlt, videoUrl, upload } = postOf(shape, index)
      rows.begin(11)
      rows.uuid(postId(shape, index))
      rows.uuid(userId(shape, author))
      for (const value of [pieces.join(' '), imageUrl, imageAlt, videoUrl]) rows.text(value)
      if (upload) rows.uuid(mediaId(shape, index))
      else rows.nothing()
      rows.text(imageUrl ? 'IMAGE' : videoUrl ? 'VIDEO' : 'TEXT')
      rows.int(counts[index] ?? 0)
      rows.time(postTime(shape, index))
      rows.time(isHidden(index) ? postTime(shape, index) : null)
      yield
    }
  },
}

const contents: Table = {
  name: 'PostSearch',
  columns: ['postId', 'text', 'grams'],
  *write(shape, rows) {
    for (let index = 0; index < shape.posts; index++) {
      const { author, pieces } = postOf(shape, index)
      const { text: words, grams } = searchTextOf(pieces)
      rows.begin(3)
      rows.uuid(postId(shape, index))
      rows.text(words)
      rows.ints([...grams, authorGram(userId(shape, author))], grams.size + 1)
      yield
    }
  },
}

/** What the trigger "PostSearch_author" adds: it does not run while the data is loaded. */
function authorGram(author: Buffer): number {
  return createHash('md5').update(text(author)).digest().readInt32BE()
}

const likes: Table = {
  name: 'Like',
  columns: ['userId', 'postId', 'createdAt'],
  *write(shape, rows) {
    const counts = likesCounts(shape)
    const everybody = Array.from({ length: shape.users }, (_, index) => userId(shape, index))
    for (let post = 0; post < shape.posts; post++) {
      const id = postId(shape, post)
      let time = postTime(shape, post)
      for (const user of likersOf(shape, post, counts[post] ?? 0)) {
        rows.begin(3)
        rows.uuid(everybody[user] as Buffer)
        rows.uuid(id)
        rows.time(++time)
        yield
      }
    }
  },
}

const sessions: Table = {
  name: 'Session',
  columns: ['id', 'token', 'userId', 'expiresAt', 'createdAt', 'updatedAt'],
  *write(shape, rows) {
    for (let viewer = 0; viewer < shape.viewers; viewer++) {
      const user = userOfViewer(shape, viewer)
      rows.begin(6)
      rows.uuid(sessionId(viewer))
      rows.text(tokenOf(viewer))
      rows.uuid(userId(shape, user))
      rows.time(NEVER)
      rows.time(userTime(shape, user))
      rows.time(userTime(shape, user))
      yield
    }
  },
}

/** In two lots of about the same work, one for each of two connections. */
export const lots: readonly (readonly Table[])[] = [
  [contents, names],
  [likes, posts, media, users, sessions],
]
