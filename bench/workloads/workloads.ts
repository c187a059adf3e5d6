import { type FollowingKind, viewersFollowing } from '../data/follows.ts'
import { hash } from '../data/hash.ts'
import { notifiedViewers } from '../data/notifications.ts'
import { replyCounts } from '../data/replies.ts'
import { isHidden, type Shape, visiblePosts } from '../data/shape.ts'
import { commonWords, innerSubstrings, rareWord } from '../data/words.ts'
import type { ServerName } from '../servers/servers.ts'
import type { Operation, SearchSort } from './operation.ts'

/** Requests of one kind that read. */
export interface Workload {
  name: string
  /** Description for the report. */
  title: string
  /** In the order of measurement. */
  servers: readonly ServerName[]
  /** One measurement for each number of connections. */
  connections: readonly number[]
  /** Enough different operations that caches do not repeat the same response. */
  operations(shape: Shape): Operation[]
}

const READS = 10_000
const ALL_SERVERS: readonly ServerName[] = ['sql', 'postgraphile', 'apollo', 'ours', 'ours ×2']
const FOLLOWING_SERVERS: readonly ServerName[] = ['sql', 'apollo', 'ours', 'ours ×2']
const CONNECTIONS = [32]
/** Replies of a thread that has more than a page, also without the hidden ones. */
const LONG_THREAD = 25

const many = <Item>(make: (index: number) => Item) =>
  Array.from({ length: READS }, (_, index) => make(index))
/** Random, so that rows are not read in order. */
const randomViewer = (index: number, { viewers }: Shape) => hash(index, 30) % viewers

export const readWorkloads: readonly Workload[] = [
  {
    name: 'feed',
    title: 'the first page of the feed for 10,000 signed-in people in turn',
    servers: ['limit', ...ALL_SERVERS],
    connections: CONNECTIONS,
    operations: (shape) =>
      many((index) => ({ kind: 'feed', viewer: (index * 7) % shape.viewers, after: null })),
  },
  {
    name: 'feed-token',
    title: 'the same feed for programs that send the API token of these people',
    servers: ['ours'],
    connections: CONNECTIONS,
    operations: (shape) =>
      many((index) => ({
        kind: 'feed',
        viewer: (index * 7) % shape.viewers,
        after: null,
        byToken: true,
      })),
  },
  {
    name: 'feed-anonymous',
    title: 'the first page of the feed for anonymous visitors',
    servers: ['limit', ...ALL_SERVERS],
    connections: CONNECTIONS,
    operations: () => many(() => ({ kind: 'feed', viewer: null, after: null })),
  },
  {
    name: 'feed-deep',
    title: 'random pages in the middle of all posts',
    servers: ALL_SERVERS,
    connections: CONNECTIONS,
    operations(shape) {
      const middle = visiblePosts(
        shape,
        Math.min(READS, shape.posts / 4),
        Math.floor(shape.posts / 2),
      )
      return many((index) => ({
        kind: 'feed',
        viewer: randomViewer(index, shape),
        after: middle[hash(index, 31) % middle.length] ?? 0,
      }))
    },
  },
  {
    name: 'profile',
    title: 'random profiles with a page of posts',
    servers: ALL_SERVERS,
    connections: CONNECTIONS,
    operations: (shape) =>
      many((index) => ({
        kind: 'profile',
        viewer: randomViewer(index, shape),
        author: hash(index, 32) % shape.activeAuthors,
      })),
  },
  {
    name: 'post-page',
    title: 'random posts of which the thread has more than a page',
    servers: FOLLOWING_SERVERS,
    connections: CONNECTIONS,
    operations(shape) {
      const posts = [...replyCounts(shape).entries()]
        .filter(([post, count]) => count >= LONG_THREAD && !isHidden(post))
        .map(([post]) => post)
      return many((index) => ({
        kind: 'post-page',
        viewer: randomViewer(index, shape),
        post: posts[hash(index, 37) % posts.length] ?? 0,
      }))
    },
  },
  {
    name: 'notifications',
    title: 'the first page of the notifications of active authors',
    servers: FOLLOWING_SERVERS,
    connections: CONNECTIONS,
    operations(shape) {
      const viewers = notifiedViewers(shape)
      return many((index) => ({
        kind: 'notifications',
        viewer: viewers[index % viewers.length] ?? 0,
      }))
    },
  },
  {
    name: 'rest-posts',
    title: 'the first page of the feed by REST',
    servers: ['sql', 'ours', 'ours ×2'],
    connections: CONNECTIONS,
    operations: (shape) =>
      many((index) => ({ kind: 'rest-posts', viewer: (index * 7) % shape.viewers })),
  },
  {
    name: 'page',
    title: 'the HTML of the first page with the feed in it, compressed; sql serves the feed alone',
    servers: ['sql', 'ours'],
    connections: CONNECTIONS,
    operations: (shape) => many((index) => ({ kind: 'page', viewer: (index * 7) % shape.viewers })),
  },
  {
    name: 'feed-atom',
    title: 'the Atom file of the newest 50 posts, uncompressed, for anonymous readers',
    servers: ['limit', 'ours', 'ours ×2'],
    connections: CONNECTIONS,
    operations: () => many(() => ({ kind: 'feed-atom', viewer: null })),
  },
  following('35', '35 followees'),
  following('500', '500 followees'),
  following('5000', '5,000 followees'),
  following('silent', '5,000 followees who never post'),
  following('hiding-50', '500 followees, by viewers who mute or block 50 people'),
  following('hiding-500', '500 followees, by viewers who mute or block 500 people'),
  feedHiding('hiding-50', '50 people'),
  feedHiding('hiding-500', '500 people'),
  {
    name: 'following-deep',
    title: 'random pages in the middle of the Following feed, with 35, 500 and 5,000 followees',
    servers: FOLLOWING_SERVERS,
    connections: [4, 32],
    operations: (shape) =>
      many((index) => {
        const followees = (['35', '500', '5000'] as const)[index % 3] ?? '35'
        return {
          ...followingOf(followees, Math.floor(index / 3)),
          after: Math.floor(shape.posts / 4) + (hash(index, 36) % Math.floor(shape.posts / 2)),
        }
      }),
  },
  search('rare', 'a word in about 20 posts', (index, { rareWords }) =>
    rareWord(hash(index, 33) % rareWords),
  ),
  search(
    'common',
    'a word in 12 % of the posts',
    (index) => commonWords[index % commonWords.length] ?? '',
  ),
  search('absent', 'a word in no post, made of parts of common words', absentWord),
  search(
    'substring',
    'a substring that starts no word',
    (index) => innerSubstrings[index % innerSubstrings.length] ?? '',
  ),
]

function following(followees: FollowingKind, title: string): Workload {
  return {
    name: `following-${followees}`,
    title: `the first page of the Following feed with ${title}`,
    servers: FOLLOWING_SERVERS,
    connections: [4, 32],
    operations: () => many((index) => followingOf(followees, index)),
  }
}

function feedHiding(viewersOf: FollowingKind, hidden: string): Workload {
  const viewers = viewersFollowing(viewersOf)
  return {
    name: `feed-${viewersOf}`,
    title: `the first page of the feed for viewers who mute or block ${hidden}`,
    servers: ['sql', 'ours'],
    connections: CONNECTIONS,
    operations: () =>
      many((index) => ({
        kind: 'feed',
        viewer: viewers[index % viewers.length] ?? 0,
        after: null,
        hides: true,
      })),
  }
}

function followingOf(followees: FollowingKind, index: number) {
  const viewers = viewersFollowing(followees)
  const viewer = viewers[index % viewers.length] ?? 0
  return { kind: 'following' as const, viewer, followees, after: null }
}

function search(
  sort: SearchSort,
  title: string,
  query: (index: number, shape: Shape) => string,
): Workload {
  return {
    name: `search-${sort}`,
    title: `a search for ${title}`,
    servers: ['sql', 'apollo', 'ours'],
    connections: [4, 16],
    operations: (shape) =>
      many((index) => ({
        kind: 'search',
        viewer: randomViewer(index, shape),
        query: query(index, shape),
        sort,
      })),
  }
}

function absentWord(index: number): string {
  const [start, end] = [commonWords[index % 8] ?? '', commonWords[hash(index, 34) % 8] ?? '']
  return `${start.slice(0, 4)}${end.slice(-4)}${rareWord(hash(index, 35)).slice(0, 1 + (index % 3))}`
}
