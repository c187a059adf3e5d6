import { hash } from '../data/hash.ts'
import { type Shape, visiblePosts } from '../data/shape.ts'
import { commonWords } from '../data/words.ts'
import type { ServerName } from '../servers/servers.ts'
import type { Operation } from './operation.ts'
import { follows, likes } from './pair-writes.ts'
import { checkPosts, undoPosts } from './post-writes.ts'
import type { SentWrites } from './sent-writes.ts'

/** Requests that each change something, so none is sent twice. */
export interface WriteWorkload {
  name: string
  title: string
  servers: readonly ServerName[]
  connections: number
  /** Each run has different operations. */
  operations(shape: Shape, run: number, count: number, databaseUrl: string): Promise<Operation[]>
  /** @throws Error when an acknowledged write is missing or a count is wrong */
  check(sent: SentWrites, shape: Shape, databaseUrl: string): Promise<void>
  /** Restores the data for the next run. */
  undo(operations: readonly Operation[], shape: Shape, databaseUrl: string): Promise<void>
}

const RUN_ID = Date.now().toString(36)
/** Idempotency keys that differ from those of an interrupted run. */
export const postKey = (...parts: (string | number)[]) => ['bench', RUN_ID, ...parts].join(' ')

const SERVERS: readonly ServerName[] = ['sql', 'ours', 'ours ×2']
/** Each viewer likes a post once, then the next post follows. */
const LIKES_PER_POST = 10_000
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const common = { servers: SERVERS, connections: 32 }

export const writeWorkloads: readonly WriteWorkload[] = [
  {
    name: 'like-many',
    title: 'likes of random posts by random people',
    ...common,
    ...likes,
    operations(shape, run, count, databaseUrl) {
      const candidates = many(count, (index) => ({
        kind: 'like' as const,
        viewer: hash(index, 40 + run) % shape.viewers,
        post: hash(index, 140 + run) % shape.posts,
      }))
      return likes.create(candidates, shape, databaseUrl)
    },
  },
  {
    name: 'like-one',
    title: 'likes of the same post by different people',
    ...common,
    ...likes,
    operations(shape, _run, count, databaseUrl) {
      const posts = visiblePosts(shape, Math.ceil(count / LIKES_PER_POST))
      const candidates = many(count, (index) => ({
        kind: 'like' as const,
        viewer: index % shape.viewers,
        post: posts[Math.floor(index / LIKES_PER_POST)] ?? 0,
      }))
      return likes.create(candidates, shape, databaseUrl)
    },
  },
  {
    name: 'follow',
    title: 'follows of random people by random people',
    ...common,
    ...follows,
    operations(shape, run, count, databaseUrl) {
      const candidates = many(count, (index) => ({
        kind: 'follow' as const,
        viewer: hash(index, 70 + run) % shape.viewers,
        followee: hash(index, 170 + run) % shape.users,
      }))
      return follows.create(candidates, shape, databaseUrl)
    },
  },
  {
    name: 'post',
    title: 'new posts by different people',
    ...common,
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
