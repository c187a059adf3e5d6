import { hash } from '../data/hash.ts'
import { type Shape, visiblePosts } from '../data/shape.ts'
import { commonWords } from '../data/words.ts'
import type { ServerName } from '../servers/servers.ts'
import type { Operation } from './operation.ts'
import { checkLikes, checkPosts, freshLikes, undoLikes, undoPosts } from './written.ts'

export interface Written {
  /** Requests in the order in which they were sent; the last few may be without an answer. */
  operations: readonly Operation[]
  /** How many were acknowledged. */
  acknowledged: number
  connections: number
}

/** Requests that each change something, so that none is sent twice. */
export interface WriteWorkload {
  name: string
  title: string
  servers: readonly ServerName[]
  connections: number
  /** Another row of requests for each run. */
  operations(shape: Shape, run: number, count: number, databaseUrl: string): Promise<Operation[]>
  /** @throws Error when what was acknowledged is not there, or a count is wrong */
  check(written: Written, shape: Shape, databaseUrl: string): Promise<void>
  /** Takes it all back, so that the next run finds what this one found. */
  undo(operations: readonly Operation[], shape: Shape, databaseUrl: string): Promise<void>
}

const PROCESS = Date.now().toString(36)
/** What a post is known by when it is sent again: by nothing that a run which was broken off has left. */
export const postKey = (...parts: (string | number)[]) => ['bench', PROCESS, ...parts].join(' ')

const SERVERS: readonly ServerName[] = ['sql', 'ours', 'ours ×2']
/** Likes of one post before it is the next one's turn: everybody likes it once. */
const ONE_POST = 10_000
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const likes = { servers: SERVERS, connections: 32, check: checkLikes, undo: undoLikes }

export const writeWorkloads: readonly WriteWorkload[] = [
  {
    name: 'like-many',
    title: 'a like, each of another post by another person',
    ...likes,
    operations(shape, run, count, databaseUrl) {
      const wanted = many(count, (index) => ({
        viewer: hash(index, 40 + run) % shape.viewers,
        post: hash(index, 140 + run) % shape.posts,
      }))
      return freshLikes(wanted, shape, databaseUrl)
    },
  },
  {
    name: 'like-one',
    title: 'a like, all of the same post, by another person each',
    ...likes,
    operations(shape, _run, count, databaseUrl) {
      const posts = visiblePosts(shape, Math.ceil(count / ONE_POST))
      const wanted = many(count, (index) => ({
        viewer: index % shape.viewers,
        post: posts[Math.floor(index / ONE_POST)] ?? 0,
      }))
      return freshLikes(wanted, shape, databaseUrl)
    },
  },
  {
    name: 'post',
    title: 'a new post, each by another person',
    servers: SERVERS,
    connections: 32,
    check: checkPosts,
    undo: undoPosts,
    operations: async (shape, run, count) =>
      many(count, (index) => ({
        kind: 'post',
        viewer: (index * 7) % shape.viewers,
        content: `A ${commonWords[index % 8]} with ${commonWords[hash(index, 41) % 8]}, number ${index} of its kind. ☕`,
        key: postKey(run, index),
      })),
  },
]
