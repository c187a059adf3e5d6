import { createHash } from 'node:crypto'
import { hashOf } from '../../api/features/api-token/secret.ts'
import { searchText } from '../../api/lib/search-text.ts'
import { secretOf, tokenOf } from '../workloads/cookies.ts'
import { generateFollows } from './follows.ts'
import { generateHides } from './hides.ts'
import { mediaId, postId, postTime, sessionId, userId, userTime, uuidText } from './ids.ts'
import { likeCounts, likersOf } from './likes.ts'
import { notificationActors, notifications } from './notifications.ts'
import { generatePost } from './post.ts'
import { searchTextOf } from './post-search-text.ts'
import { posts } from './post-table.ts'
import { userOfViewer } from './shape.ts'
import { blocks, feedEvents, follows, mutes } from './social-tables.ts'
import type { Table } from './table.ts'
import { generateUser } from './user.ts'

/** So far in the future that the product never extends a session. */
const SESSION_EXPIRY = Date.UTC(2100, 0, 1)

const users: Table = {
  name: 'User',
  columns: [
    'id',
    'displayName',
    'username',
    'email',
    'bio',
    'avatar',
    'followingCount',
    'followersCount',
    'visibilityVersion',
    'createdAt',
    'updatedAt',
  ],
  *write(shape, rows) {
    const [following, followers] = [new Int32Array(shape.users), new Int32Array(shape.users)]
    for (const { follower, followee } of generateFollows(shape)) {
      following[follower] = (following[follower] ?? 0) + 1
      followers[followee] = (followers[followee] ?? 0) + 1
    }
    // Triggers count up, but they are off during loading.
    const hiding = new Set<number>()
    for (const { viewer, hidden } of generateHides(shape)) hiding.add(viewer).add(hidden)
    for (let index = 0; index < shape.users; index++) {
      const { displayName, username, email, bio, avatar } = generateUser(index)
      rows.beginRow(11)
      rows.uuid(userId(shape, index))
      for (const value of [displayName, username, email, bio, avatar]) rows.text(value)
      rows.int(following[index] ?? 0)
      rows.int(followers[index] ?? 0)
      rows.int(hiding.has(index) ? 1 : 0)
      rows.timestamp(userTime(shape, index))
      rows.timestamp(userTime(shape, index))
      yield
    }
  },
}

const userSearch: Table = {
  name: 'UserSearch',
  columns: ['userId', 'text', 'grams'],
  *write(shape, rows) {
    for (let index = 0; index < shape.users; index++) {
      const { displayName, username } = generateUser(index)
      const indexed = searchText(`${displayName} ${username}`)
      rows.beginRow(3)
      rows.uuid(userId(shape, index))
      rows.text(indexed.text)
      rows.intArray(indexed.grams, indexed.grams.length)
      yield
    }
  },
}

const media: Table = {
  name: 'Media',
  columns: ['id', 'ownerId', 'hash', 'width', 'height', 'bytes', 'placeholder', 'createdAt'],
  *write(shape, rows) {
    for (let index = 0; index < shape.posts; index++) {
      const { author, upload } = generatePost(shape, index)
      if (!upload) continue
      rows.beginRow(8)
      rows.uuid(mediaId(shape, index))
      rows.uuid(userId(shape, author))
      rows.text(upload)
      for (const value of [1600, 1066, 240_000]) rows.int(value)
      rows.text('1QcSHQRnh493V4dIh4eXh1h4kJUI')
      rows.timestamp(postTime(shape, index))
      yield
    }
  },
}

const postSearch: Table = {
  name: 'PostSearch',
  columns: ['postId', 'text', 'grams'],
  *write(shape, rows) {
    for (let index = 0; index < shape.posts; index++) {
      const { author, phrases } = generatePost(shape, index)
      const { text: words, grams } = searchTextOf(phrases)
      rows.beginRow(3)
      rows.uuid(postId(shape, index))
      rows.text(words)
      rows.intArray([...grams, authorGram(userId(shape, author))], grams.size + 1)
      yield
    }
  },
}

/** The trigger "PostSearch_author" adds this gram, but triggers are off during loading. */
function authorGram(author: Buffer): number {
  return createHash('md5').update(uuidText(author)).digest().readInt32BE()
}

const likes: Table = {
  name: 'Like',
  columns: ['userId', 'postId', 'createdAt'],
  *write(shape, rows) {
    const counts = likeCounts(shape)
    const userIds = Array.from({ length: shape.users }, (_, index) => userId(shape, index))
    for (let post = 0; post < shape.posts; post++) {
      const id = postId(shape, post)
      let time = postTime(shape, post)
      for (const user of likersOf(shape, post, counts[post] ?? 0)) {
        rows.beginRow(3)
        rows.uuid(userIds[user] as Buffer)
        rows.uuid(id)
        rows.timestamp(++time)
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
      rows.beginRow(6)
      rows.uuid(sessionId(viewer))
      rows.text(tokenOf(viewer))
      rows.uuid(userId(shape, user))
      rows.timestamp(SESSION_EXPIRY)
      rows.timestamp(userTime(shape, user))
      rows.timestamp(userTime(shape, user))
      yield
    }
  },
}

const apiTokens: Table = {
  name: 'ApiToken',
  columns: ['id', 'userId', 'name', 'hash', 'scopes', 'lastUsedAt'],
  *write(shape, rows) {
    for (let viewer = 0; viewer < shape.viewers; viewer++) {
      rows.beginRow(6)
      rows.uuid(sessionId(viewer))
      rows.uuid(userId(shape, userOfViewer(shape, viewer)))
      rows.text('A script')
      rows.text(hashOf(secretOf(viewer)))
      rows.textArray(['read'])
      // In the future, so that no request writes it.
      rows.timestamp(SESSION_EXPIRY)
      yield
    }
  },
}

/** Two groups of about the same size, one for each connection. */
export const tableGroups: readonly (readonly Table[])[] = [
  [postSearch, userSearch, follows, notifications, notificationActors],
  [likes, posts, feedEvents, media, users, sessions, apiTokens, mutes, blocks],
]
