import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createBrowser, type TestBrowser } from '#api/test/people/browser.ts'
import { type RedisServer, startRedis } from '#api/test/servers/redis-server.ts'
import { type TcpProxy, tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { type Random, seeded } from '#demo/random.ts'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { startExternalDatabase } from './external-database.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'

const POLL_MS = 20
const READERS = 4
/** Attempts to count searches while Redis replies in time. */
const MAX_COUNTS = 20
/** Limit of searches a minute for one address. */
const SEARCH_LIMIT = 60

/** Two servers that share a database and Redis, one of them with two workers. */
export interface ServerPair {
  readonly products: readonly [Product, Product]
  readonly redis: RedisServer
  /** Proxy between both servers and Redis. */
  readonly proxy: TcpProxy
  readonly random: Random
  readonly limits: TimeLimits
  readonly problems: string[]
  readonly responses: { count: number; slowestMs: number }
  /** How often the shared limits were compared with the expected ones. */
  readonly comparisons: { count: number }
  readonly summary: string
  stop(): Promise<void>
}

/** @returns null when Redis is not installed */
export async function startServerPair(
  seed: number,
  limits = TIME_LIMITS,
): Promise<ServerPair | null> {
  const redis = await startRedis()
  if (!redis) return null
  const folders = [emptyDataDir(), emptyDataDir(), emptyDataDir()] as const
  const database = await startExternalDatabase(folders[0])
  const proxy = await tcpProxy(redis.url)
  const shared = {
    DATABASE_URL: database.url,
    REDIS_URL: proxy.url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
  }
  const responses = { count: 0, slowestMs: 0 }
  const comparisons = { count: 0 }
  const first = await startProduct({ ...shared, DATA_DIR: folders[1], WEB_CONCURRENCY: '2' })
  const second = await startProduct({ ...shared, DATA_DIR: folders[2] })
  return {
    products: [first, second],
    redis,
    proxy,
    random: seeded(seed),
    limits,
    problems: [],
    responses,
    comparisons,
    get summary() {
      return `${responses.count} responses of two servers that share Redis; the slowest took ${(responses.slowestMs / 1_000).toFixed(1)} s; shared limits were compared ${comparisons.count} times`
    },
    async stop() {
      await first.stop()
      await second.stop()
      proxy.close()
      await redis.kill()
      await database.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes Redis unavailable or slow for a while. Visitors must not notice, and limits are shared
 * again afterwards.
 */
export async function disruptRedis(servers: ServerPair): Promise<string[]> {
  const { random, problems } = servers
  problems.length = 0
  await waitForRedis(servers)
  const writer = await signUp(servers.products[0], servers.random)
  await duringReads(servers, async () => {
    await checkPropagation(servers, writer, 'before')
    const restore = await injectFault(servers)
    await setTimeout(random.between(0, 1_500))
    await checkPropagation(servers, writer, 'during')
    await waitForReads(servers)
    await setTimeout(random.between(0, 1_500))
    await restore()
    await waitForRedis(servers)
    await checkPropagation(servers, writer, 'after')
  })
  await checkSharedLimits(servers)
  return problems
}

/** @returns a function that ends the fault */
async function injectFault({
  redis,
  proxy,
  random,
}: ServerPair): Promise<() => Promise<void> | void> {
  const kind = random.pick(['killed', 'paused', 'cut', 'silent', 'slow'])
  if (kind === 'killed') await redis.kill()
  else if (kind === 'paused') redis.pause()
  else if (kind === 'cut') proxy.disconnect()
  else if (kind === 'silent') proxy.blackhole()
  else proxy.forward(150)
  return () =>
    kind === 'killed' ? redis.start() : kind === 'paused' ? redis.resume() : proxy.forward()
}

/** Signs up a user with a random client address. */
async function signUp(product: Product, random: Random): Promise<TestBrowser> {
  const user = createBrowser(product.url, { 'x-forwarded-for': randomAddress(random) })
  await user.signUp()
  return user
}

const randomAddress = (random: Random) =>
  `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`

async function checkPropagation(
  { products, problems, random, limits }: ServerPair,
  writer: TestBrowser,
  when: string,
): Promise<void> {
  const content = `Written ${when}, ${random.whole(0, 1e9)}`
  const response = await writer.fetch('/api/posts', { json: { content, mediaType: 'text' } })
  if (response.status !== 201)
    return void problems.push(
      `A post ${when} the fault returned ${response.status}: ${await response.text()}`,
    )
  const isVisible = async () =>
    (await (await fetch(`${products[1].url}/api/posts?limit=5`)).text()).includes(content)
  if (!(await becomesTrue(isVisible, limits.propagation)))
    problems.push(
      `A post ${when} the fault was not visible on the other server within ${limits.propagation} ms.`,
    )
}

/** Reads and searches on both servers until the work is done. */
async function duringReads(servers: ServerPair, work: () => Promise<void>): Promise<void> {
  const { products, random, problems, responses, limits } = servers
  const reading = new AbortController()
  const read = async (product: Product) => {
    while (!reading.signal.aborted) {
      const path = random.pick([
        '/api/posts?limit=10',
        '/api/search?q=written',
        '/api/posts?limit=3',
        '/',
      ])
      const startedAt = performance.now()
      const response = await fetch(product.url + path, {
        headers: { 'x-forwarded-for': randomAddress(random) },
      })
      await response.arrayBuffer()
      const latencyMs = performance.now() - startedAt
      responses.count++
      responses.slowestMs = Math.max(responses.slowestMs, latencyMs)
      if (response.status !== 200 || latencyMs > limits.responseWithoutRedis)
        problems.push(`${path} returned ${response.status} after ${Math.round(latencyMs)} ms.`)
      await setTimeout(POLL_MS)
    }
  }
  const readers = Promise.all(
    Array.from({ length: READERS }, (_, index) => read(products[index % 2 ? 1 : 0])),
  )
  try {
    await Promise.race([work(), readers])
  } finally {
    reading.abort()
    await readers
  }
}

/** Waits for responses to requests that are sent from now on. */
async function waitForReads({ responses, problems, limits }: ServerPair): Promise<void> {
  // Each reader may wait for a response to an earlier request.
  const enough = responses.count + 2 * READERS
  if (!(await becomesTrue(() => responses.count >= enough, limits.recovery)))
    problems.push('Visitors got no responses during the fault.')
}

async function waitForRedis({ products, problems, limits }: ServerPair): Promise<void> {
  for (const product of products) {
    const isUp = async () => (await metric(product, 'redis_up')) === 1
    if (!(await becomesTrue(isUp, limits.recovery)))
      problems.push(
        `A server did not reconnect to Redis within ${limits.recovery / 1_000} seconds.`,
      )
  }
}

/** Polls until the condition holds. @returns false if it does not within the time */
async function becomesTrue(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  for (const startedAt = Date.now(); !(await condition()); await setTimeout(POLL_MS))
    if (Date.now() - startedAt > withinMs) return false
  return true
}

async function metric({ url }: Product, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

/**
 * Both servers together have to allow the limit of one. After a slow reply of Redis each server
 * counts by itself for a moment, so such an attempt proves nothing.
 */
async function checkSharedLimits(servers: ServerPair): Promise<void> {
  const failures = async () =>
    Promise.all(servers.products.map((product) => metric(product, 'redis_failures_total')))
  for (let attempt = 0; attempt < MAX_COUNTS; attempt++) {
    await waitForRedis(servers)
    const before = await failures()
    const passed = await countAllowedSearches(servers)
    if (passed !== SEARCH_LIMIT && String(before) !== String(await failures())) continue
    servers.comparisons.count++
    if (passed !== SEARCH_LIMIT)
      servers.problems.push(`The servers allowed ${passed} searches instead of ${SEARCH_LIMIT}.`)
    return
  }
}

/** Searches on both servers in turn, more often than one allows. */
async function countAllowedSearches({ products, problems, random }: ServerPair): Promise<number> {
  const headers = { 'x-forwarded-for': randomAddress(random), connection: 'close' }
  let passed = 0
  for (let i = 0; i < SEARCH_LIMIT * 1.5; i++) {
    const { status } = await fetch(`${products[i % 2 ? 1 : 0].url}/api/search?q=written`, {
      headers,
    })
    if (status === 200) passed++
    else if (status !== 429) problems.push(`A search returned ${status}.`)
  }
  return passed
}
