import { setTimeout } from 'node:timers/promises'
import { openCluster } from './data/database.ts'
import { requireDataset } from './data/dataset.ts'
import { type Shape, shapeOf } from './data/shape.ts'
import { percentile } from './load/driver.ts'
import { EventStreams } from './load/event-streams.ts'
import { sendRequest } from './load/request.ts'
import { findWrk } from './load/wrk.ts'
import { memoryOf } from './memory.ts'
import { describeEnvironment, saveReport } from './report/report.ts'
import { printTable } from './report/table.ts'
import type { ServerProcess } from './servers/process.ts'
import { startNamed } from './servers/servers.ts'
import { dialectOf, rawRequestsOf } from './workloads/dialects.ts'
import { measureRound } from './workloads/measure.ts'
import type { Operation } from './workloads/operation.ts'
import { undoPosts } from './workloads/post-writes.ts'
import { readWorkloads } from './workloads/workloads.ts'
import { postKey } from './workloads/writes.ts'

export interface StreamsPace {
  streams: number
  /** Duration of each of the six measurements. */
  seconds: number
  /** Seconds of load before the first one. */
  warmUp: number
}

export interface MeasuredStreams {
  /** Of the server process, in MB. */
  memoryAtRest: number
  memoryWithStreams: number
  /** Percent of a core, while nothing happens and with new posts. */
  idleCpu: number
  postingCpu: number
  /** Milliseconds until every stream knew a post, ascending. */
  delays: number[]
  /** Requests a second of the feed, without other load and with new posts. */
  feed: Record<'without' | 'with', { alone: number; withPosts: number }>
}

const POSTS_PER_SECOND = 20
const CONNECTIONS = 32
const REST_MS = 3_000
/** V8 collects the garbage of the feed's load and of the opening within about ten seconds. */
const REST_OF_STREAMS_MS = 15_000
/** Yoga sends each stream a comment line in this time. */
const PING_INTERVAL_S = 12
const MAX_DELAY_MS = 30_000
const DEFAULTS = { posts: 1_000_000, streams: 2_000, seconds: 20 }

/** Measures one worker with many open streams; prints and saves the results. */
export async function benchStreams(options: StreamsPace & { posts: number }): Promise<void> {
  findWrk()
  const cluster = await openCluster()
  try {
    const url = await requireDataset(cluster, options.posts)
    const environment = await describeEnvironment(cluster.url)
    const measured = await measureStreams(url, shapeOf(options.posts), options)
    print(options, measured)
    const { delays, ...rest } = measured
    const report = { ...environment, pace: options, ...rest, delays: summaryOf(delays) }
    const complete = Object.entries(DEFAULTS).every(
      ([name, value]) => options[name as keyof typeof DEFAULTS] === value,
    )
    console.log(`\nSaved to ${saveReport('streams', report, { complete })}`)
  } finally {
    await cluster.close()
  }
}

export async function measureStreams(
  databaseUrl: string,
  shape: Shape,
  { streams: count, seconds, warmUp }: StreamsPace,
): Promise<MeasuredStreams> {
  const server = await startNamed('ours', databaseUrl, { TRUST_PROXY: '1' })
  const streams = new EventStreams()
  const posting = new Posting(server, shape, streams)
  const feed = async (warmUp: number) => ({
    alone: await feedThroughput(server, shape, { seconds, warmUp }),
    withPosts: await posting.during(() => feedThroughput(server, shape, { seconds, warmUp: 0 })),
  })
  try {
    const without = await feed(warmUp)
    await setTimeout(REST_MS)
    const [pid = 0] = server.pids()
    const memoryAtRest = memoryOf(pid).current
    await streams.open(server.url, count)
    await setTimeout(REST_OF_STREAMS_MS)
    const memoryWithStreams = memoryOf(pid).current
    const idleCpu = await cpuShare(server, Math.ceil(seconds / PING_INTERVAL_S) * PING_INTERVAL_S)
    // Of the posts before there were streams.
    streams.delays.length = 0
    const postingCpu = await posting.during(() => cpuShare(server, seconds))
    const delays = streams.delays.splice(0).sort((a, b) => a - b)
    const result = { memoryAtRest, memoryWithStreams, idleCpu, postingCpu, delays }
    return { ...result, feed: { without, with: await feed(0) } }
  } finally {
    streams.close()
    await server.stop()
    await undoPosts(posting.written, shape, databaseUrl)
  }
}

/** @returns percent of a core */
async function cpuShare(server: ServerProcess, seconds: number): Promise<number> {
  const before = server.cpu()
  await setTimeout(seconds * 1_000)
  return ((server.cpu() - before) / seconds) * 100
}

async function feedThroughput(
  server: ServerProcess,
  shape: Shape,
  pace: { seconds: number; warmUp: number },
): Promise<number> {
  const operations = readWorkloads.find(({ name }) => name === 'feed')?.operations(shape) ?? []
  const requests = rawRequestsOf('ours', server.url, shape, operations)
  const round = await measureRound(server, { requests, connections: CONNECTIONS, ...pace })
  return round.requests / round.seconds
}

/** Creates posts at a steady rate, and follows them to every stream. */
class Posting {
  readonly written: Operation[] = []
  readonly #server: ServerProcess
  readonly #shape: Shape
  readonly #streams: EventStreams

  constructor(server: ServerProcess, shape: Shape, streams: EventStreams) {
    this.#server = server
    this.#shape = shape
    this.#streams = streams
  }

  /** @throws Error when a post fails, or does not reach a stream */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const posts: Promise<void>[] = []
    const timer = setInterval(() => posts.push(this.#post()), 1_000 / POSTS_PER_SECOND)
    const result = await work().finally(() => clearInterval(timer))
    await Promise.all(posts)
    for (let waited = 0; this.#streams.waiting > 0; waited += 100) {
      if (waited > MAX_DELAY_MS) throw new Error(`${this.#streams.waiting} posts were lost.`)
      await setTimeout(100)
    }
    return result
  }

  async #post(): Promise<void> {
    const dialect = dialectOf('ours', this.#shape)
    const index = this.written.length
    const key = postKey('streams', index)
    const viewer = index % this.#shape.viewers
    const operation: Operation = { kind: 'post', viewer, content: `Something new: ${index}`, key }
    this.written.push(operation)
    const { body } = await sendRequest(this.#server.url, dialect.toRequest(operation))
    const [post] = dialect.readResponse(operation, body).posts
    if (post) this.#streams.expect(post.id)
  }
}

const summaryOf = (delays: readonly number[]) => ({
  posts: delays.length,
  p50: percentile(delays, 50),
  p99: percentile(delays, 99),
})

function print({ streams, seconds }: StreamsPace, measured: MeasuredStreams) {
  const { memoryAtRest, memoryWithStreams, idleCpu, postingCpu, delays, feed } = measured
  const { posts, p50, p99 } = summaryOf(delays)
  console.log(`\n${streams} streams on one worker, ${seconds} s each`)
  const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} /s`
  printTable([
    ['memory at rest', `${memoryAtRest} MB`],
    ['memory with the streams', `${memoryWithStreams} MB`],
    ['CPU of the idle streams', `${idleCpu.toFixed(1)} % of a core`],
    [`CPU with ${POSTS_PER_SECOND} posts a second`, `${postingCpu.toFixed(1)} % of a core`],
    [`delay until every stream knows a post (${posts} posts), p50`, `${p50.toFixed(0)} ms`],
    ['the same, p99', `${p99.toFixed(0)} ms`],
    ['feed without streams', perSecond(feed.without.alone)],
    ['feed with them', perSecond(feed.with.alone)],
    [`feed without streams, ${POSTS_PER_SECOND} posts a second`, perSecond(feed.without.withPosts)],
    ['feed with them, as many posts', perSecond(feed.with.withPosts)],
  ])
}
