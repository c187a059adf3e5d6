import { hash } from '../data/hash.ts'
import { type Shape, visiblePosts } from '../data/shape.ts'
import { commonWords, innerPieces, rareWord } from '../data/words.ts'
import type { ServerName } from '../servers/servers.ts'
import type { Operation, SearchSort } from './operation.ts'

/** Requests of one kind, sent as fast as they are answered. */
export interface Workload {
  name: string
  /** What a request is, for the report. */
  title: string
  /** In the order in which a round goes through them. */
  servers: readonly ServerName[]
  /** One measurement for each. */
  connections: readonly number[]
  /** Enough of them that no answer is the same soon; a workload that writes has another for each request of a run. */
  operations(shape: Shape): Operation[]
}

const READS = 10_000
const EVERYBODY: readonly ServerName[] = ['sql', 'postgraphile', 'apollo', 'ours', 'ours ×2']
const CONNECTIONS = [32]

const many = <Item>(make: (index: number) => Item) =>
  Array.from({ length: READS }, (_, index) => make(index))
/** Some viewer, so that neither they nor what is asked for come in order. */
const someViewer = (index: number, { viewers }: Shape) => hash(index, 30) % viewers

export const readWorkloads: readonly Workload[] = [
  {
    name: 'feed',
    title: 'the first page of the feed, each time for another of 10,000 people who are signed in',
    servers: ['limit', ...EVERYBODY],
    connections: CONNECTIONS,
    operations: (shape) =>
      many((index) => ({ kind: 'feed', viewer: (index * 7) % shape.viewers, after: null })),
  },
  {
    name: 'feed-anonymous',
    title: 'the same for somebody who is not',
    servers: ['limit', ...EVERYBODY],
    connections: CONNECTIONS,
    operations: () => many(() => ({ kind: 'feed', viewer: null, after: null })),
  },
  {
    name: 'feed-deep',
    title: 'a page in the middle of all posts, each time another',
    servers: EVERYBODY,
    connections: CONNECTIONS,
    operations(shape) {
      const middle = visiblePosts(
        shape,
        Math.min(READS, shape.posts / 4),
        Math.floor(shape.posts / 2),
      )
      return many((index) => ({
        kind: 'feed',
        viewer: someViewer(index, shape),
        after: middle[hash(index, 31) % middle.length] ?? 0,
      }))
    },
  },
  {
    name: 'profile',
    title: 'somebody’s profile with a page of posts, each time another',
    servers: EVERYBODY,
    connections: CONNECTIONS,
    operations: (shape) =>
      many((index) => ({
        kind: 'profile',
        viewer: someViewer(index, shape),
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
    title: 'the HTML of the first page with the feed in it, compressed, beside the feed alone',
    servers: ['sql', 'ours'],
    connections: CONNECTIONS,
    operations: (shape) => many((index) => ({ kind: 'page', viewer: (index * 7) % shape.viewers })),
  },
  search('rare', 'a word that stands in about 20 posts', (index, { rareWords }) =>
    rareWord(hash(index, 33) % rareWords),
  ),
  search(
    'common',
    'a word that stands in 12 % of the posts',
    (index) => commonWords[index % commonWords.length] ?? '',
  ),
  search('absent', 'a word that stands nowhere, made of pieces that stand in many', absentWord),
  search(
    'substring',
    'letters within words that begin none',
    (index) => innerPieces[index % innerPieces.length] ?? '',
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
        viewer: someViewer(index, shape),
        query: query(index, shape),
        sort,
      })),
  }
}

function absentWord(index: number): string {
  const [start, end] = [commonWords[index % 8] ?? '', commonWords[hash(index, 34) % 8] ?? '']
  return `${start.slice(0, 4)}${end.slice(-4)}${rareWord(hash(index, 35)).slice(0, 1 + (index % 3))}`
}
