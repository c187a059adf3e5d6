import { hash } from '../data/hash.ts'
import { type Shape, visiblePosts } from '../data/shape.ts'
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
const CONNECTIONS = [32]

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
