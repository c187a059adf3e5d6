import { setTimeout } from 'node:timers/promises'
import { hash } from '../data/hash.ts'
import type { Shape } from '../data/shape.ts'
import { commonWords, rareWord } from '../data/words.ts'
import { type DriveResult, drive, percentile } from '../load/driver.ts'
import { memoryOf } from '../memory.ts'
import type { Fleet } from '../servers/fleet.ts'
import { dialectOf } from './dialects.ts'
import type { Operation } from './operation.ts'
import { likes } from './pair-writes.ts'
import { checkPosts, undoPosts } from './post-writes.ts'
import { postKey } from './writes.ts'

const KINDS = ['feed', 'search', 'like', 'post'] as const
type Kind = (typeof KINDS)[number]

export interface Mixed {
  seconds: number
  requestsPerSecond: number
  /** Milliseconds, by kind of request. */
  latencies: Record<Kind, { count: number; p50: number; p99: number }>
  /** Milliseconds of the feed alone, before and after the mixed load. */
  feedAloneP99: number[]
  faults: string[]
  faultCount: number
  /** Of the server process, after its start and at its peak. */
  memoryAtRestMb: number
  memoryPeakMb: number
}

export interface MixedPace {
  seconds: number
  /** Time from the start to the measurement of memory at rest. */
  restSeconds: number
}

const CONNECTIONS = 32
const FEED_ALONE_SHARE = 1 / 6
/** The load sends fewer. */
const MAX_LIKES_PER_SECOND = 400

/**
 * Measures 90 % feed, 6 % search, 3 % likes and 1 % posts, and the feed alone before and after.
 * @throws Error when an acknowledged write is missing
 */
export async function measureMixed(
  fleet: Fleet,
  shape: Shape,
  { seconds, restSeconds }: MixedPace,
): Promise<Mixed> {
  await fleet.stop('ours')
  const { url, pids } = await fleet.resume('ours')
  await setTimeout(restSeconds * 1_000)
  const memoryAtRestMb = memoryOf(pids()[0] ?? 0).current
  const dialect = dialectOf('ours', shape)
  const newLikes = await likes.create(
    randomLikes(shape, seconds * MAX_LIKES_PER_SECOND),
    shape,
    fleet.databaseUrl,
  )
  const written: Operation[] = []

  const feed = (index: number): Operation => ({
    kind: 'feed',
    viewer: (index * 7) % shape.viewers,
    after: null,
  })
  const mix = (index: number): Operation => {
    const percent = hash(index, 50) % 100
    if (percent < 90) return feed(index)
    if (percent < 96)
      return { kind: 'search', viewer: index % shape.viewers, ...searchOf(index, shape) }
    const like = percent < 99 ? newLikes[written.length] : undefined
    const operation: Operation = like ?? {
      kind: 'post',
      viewer: index % shape.viewers,
      content: contentOf(index),
      key: postKey('mixed', index),
    }
    written.push(operation)
    return operation
  }
  const run = (operationAt: (index: number) => Operation, time: number) =>
    drive<Kind>({
      url,
      connections: CONNECTIONS,
      seconds: time,
      kinds: KINDS,
      next(index) {
        const operation = operationAt(index)
        return { kind: operation.kind as Kind, request: dialect.toRequest(operation) }
      },
    })

  try {
    const alone = Math.max(1, Math.round(seconds * FEED_ALONE_SHARE))
    await run(feed, Math.ceil(alone / 2))
    const before = await run(feed, alone)
    const mixed = await run(mix, seconds)
    const after = await run(feed, alone)
    if (mixed.faultCount === 0) await verifyWrites(mixed, written, shape, fleet.databaseUrl)
    return {
      ...summaryOf(mixed),
      feedAloneP99: [before, after].map(({ latencies }) => percentile(latencies.feed, 99)),
      memoryAtRestMb,
      memoryPeakMb: memoryOf(pids()[0] ?? 0).peak,
    }
  } finally {
    await likes.undo(written, shape, fleet.databaseUrl)
    await undoPosts(written, shape, fleet.databaseUrl)
  }
}

async function verifyWrites(
  { latencies }: DriveResult<Kind>,
  operations: readonly Operation[],
  shape: Shape,
  databaseUrl: string,
) {
  await likes.check(
    { operations, acknowledged: latencies.like.length, connections: 0 },
    shape,
    databaseUrl,
  )
  await checkPosts(
    { operations, acknowledged: latencies.post.length, connections: 0 },
    shape,
    databaseUrl,
  )
}

function summaryOf({ seconds, latencies, faults, faultCount }: DriveResult<Kind>) {
  const count = KINDS.reduce((sum, kind) => sum + latencies[kind].length, 0)
  const byKind = KINDS.map((kind) => {
    const times = latencies[kind]
    return [
      kind,
      { count: times.length, p50: percentile(times, 50), p99: percentile(times, 99) },
    ] as const
  })
  return {
    seconds,
    requestsPerSecond: count / seconds,
    latencies: Object.fromEntries(byKind) as Mixed['latencies'],
    faults,
    faultCount,
  }
}

function randomLikes({ viewers, posts }: Shape, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'like' as const,
    viewer: hash(index, 51) % viewers,
    post: hash(index, 52) % posts,
  }))
}

function searchOf(index: number, { rareWords }: Shape): { query: string; sort: 'rare' | 'common' } {
  if (hash(index, 53) % 2)
    return { query: commonWords[index % commonWords.length] ?? '', sort: 'common' }
  return { query: rareWord(hash(index, 54) % rareWords), sort: 'rare' }
}

const contentOf = (index: number) =>
  `Something good about ${commonWords[index % commonWords.length]}, number ${index}.`
