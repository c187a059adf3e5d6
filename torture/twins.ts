import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type RedisServer, startRedis } from '#api/test/redis-server.ts'
import { type TcpProxy, tcpProxy } from '#api/test/tcp-proxy.ts'
import { type Visitor, visitor } from '#api/test/visitor.ts'
import { type Random, seeded } from '#demo/art/random.ts'
import { emptyDataDir, type Product, startProduct } from '../e2e/server.ts'
import { startOutsideDatabase } from './outside-database.ts'

/** Milliseconds. */
const BETWEEN_LOOKS = 20
const RECOVERY = 30_000
/** Until what one wrote is seen in the other: at once by Redis or NOTIFY, else at the next look. */
const SEEN = 5_000
/** Of waiting for Redis no request knows: this is for a machine that is busy with other things. */
const LONGEST = 3_000
const READERS = 4
/** Searches that an address may do in a minute. */
const SEARCHES = 60

/** Two products on one database that share a Redis, one of them with two workers, and what was seen of them. */
export interface Twins {
  readonly products: readonly [Product, Product]
  readonly redis: RedisServer
  /** The way from both to Redis. */
  readonly way: TcpProxy
  readonly random: Random
  readonly problems: string[]
  readonly answers: { count: number; slowest: number }
  /** In a sentence. */
  readonly summary: string
  end(): Promise<void>
}

/** Null where there is no Redis. */
export async function openTwins(seed: number): Promise<Twins | null> {
  const redis = await startRedis()
  if (!redis) return null
  const folders = [emptyDataDir(), emptyDataDir(), emptyDataDir()] as const
  const database = await startOutsideDatabase(folders[0])
  const way = await tcpProxy(redis.url)
  const shared = {
    DATABASE_URL: database.url,
    REDIS_URL: way.url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: '1',
  }
  const answers = { count: 0, slowest: 0 }
  const one = await startProduct({ ...shared, DATA_DIR: folders[1], WEB_CONCURRENCY: '2' })
  const other = await startProduct({ ...shared, DATA_DIR: folders[2] })
  return {
    products: [one, other],
    redis,
    way,
    random: seeded(seed),
    problems: [],
    answers,
    get summary() {
      return `${answers.count} answers to readers whose products share a Redis; the slowest took ${(answers.slowest / 1_000).toFixed(1)} s`
    },
    async end() {
      await one.stop()
      await other.stop()
      way.close()
      await redis.kill()
      await database.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Redis is killed, stopped, cut off, silent or slow for a while: readers notice nothing, and afterwards all is shared again. */
export async function redisAway(twins: Twins): Promise<string[]> {
  const { random, problems } = twins
  problems.length = 0
  await redisIsUp(twins)
  const writer = await newcomer(twins, 0)
  await duringReads(twins, async () => {
    await isSeen(twins, writer, 'before')
    const back = await spoil(twins)
    await setTimeout(random.between(0, 1_500))
    await isSeen(twins, writer, 'meanwhile')
    await setTimeout(random.between(0, 1_500))
    await back()
    await redisIsUp(twins)
    await isSeen(twins, writer, 'after')
  })
  await limitsAreShared(twins)
  return problems
}

/** @returns what makes it good again */
async function spoil({ redis, way, random }: Twins): Promise<() => Promise<void> | void> {
  const kind = random.pick(['killed', 'paused', 'cut', 'silent', 'slow'])
  if (kind === 'killed') await redis.kill()
  else if (kind === 'paused') redis.pause()
  else if (kind === 'cut') way.cut()
  else if (kind === 'silent') way.silence()
  else way.pass(150)
  return () => (kind === 'killed' ? redis.start() : kind === 'paused' ? redis.goOn() : way.pass())
}

/** Somebody who comes from an address of their own, as a proxy in front tells it. */
async function newcomer({ products, random }: Twins, at: 0 | 1): Promise<Visitor> {
  const address = { 'x-forwarded-for': someAddress(random) }
  const number = random.whole(0, 1e9)
  const { fetch, ...rest } = visitor(products[at].url)
  const person: Visitor = {
    ...rest,
    fetch: (path, request = {}) =>
      fetch(path, { ...request, headers: { ...address, ...request.headers } }),
  }
  const json = {
    name: 'Ann',
    username: `ann_${number}`,
    email: `ann${number}@example.org`,
    password: 'sunny day 1',
  }
  const answer = await person.fetch('/api/auth/sign-up/email', { json })
  if (!answer.ok) throw new Error(`Sign-up failed: ${await answer.text()}`)
  return person
}

const someAddress = (random: Random) =>
  `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`

async function isSeen(
  { products, problems, random }: Twins,
  writer: Visitor,
  when: string,
): Promise<void> {
  const content = `Written ${when}, ${random.whole(0, 1e9)}`
  const answer = await writer.fetch('/api/posts', { json: { content, mediaType: 'text' } })
  if (answer.status !== 201)
    return void problems.push(
      `A post ${when} was answered ${answer.status}: ${await answer.text()}`,
    )
  const began = Date.now()
  while (!(await (await fetch(`${products[1].url}/api/posts?limit=5`)).text()).includes(content)) {
    if (Date.now() - began > SEEN)
      return void problems.push(
        `A post ${when} was not seen by the other product within ${SEEN} ms.`,
      )
    await setTimeout(BETWEEN_LOOKS)
  }
}

/** People read and search at both until the work is done; each has to have an answer soon. */
async function duringReads(twins: Twins, work: () => Promise<void>): Promise<void> {
  const { products, random, problems, answers } = twins
  const over = new AbortController()
  const read = async (product: Product) => {
    while (!over.signal.aborted) {
      const path = random.pick([
        '/api/posts?limit=10',
        '/api/search?q=written',
        '/api/posts?limit=3',
        '/',
      ])
      const began = performance.now()
      const response = await fetch(product.url + path, {
        headers: { 'x-forwarded-for': someAddress(random) },
      })
      await response.arrayBuffer()
      const took = performance.now() - began
      answers.count++
      answers.slowest = Math.max(answers.slowest, took)
      if (response.status !== 200 || took > LONGEST)
        problems.push(`${path} was answered ${response.status} after ${Math.round(took)} ms.`)
      await setTimeout(BETWEEN_LOOKS)
    }
  }
  const readers = Promise.all(
    Array.from({ length: READERS }, (_, index) => read(products[index % 2 ? 1 : 0])),
  )
  try {
    await Promise.race([work(), readers])
  } finally {
    over.abort()
    await readers
  }
}

async function redisIsUp({ products, problems }: Twins): Promise<void> {
  for (const { url } of products) {
    const began = Date.now()
    while (!/^redis_up 1$/m.test(await (await fetch(`${url}/metrics`)).text())) {
      if (Date.now() - began > RECOVERY)
        return void problems.push(`Redis was not used again within ${RECOVERY / 1_000} seconds.`)
      await setTimeout(BETWEEN_LOOKS)
    }
  }
}

/** One address can search at both together as often as it may. A Redis that hesitates for a moment is not to blame: another one tries. */
async function limitsAreShared(twins: Twins): Promise<void> {
  const passed: number[] = []
  while (passed.length < 3 && passed.at(-1) !== SEARCHES)
    passed.push(await searchesOfSomebody(twins))
  if (passed.at(-1) !== SEARCHES)
    twins.problems.push(`Addresses could search ${passed.join(', ')} times instead of ${SEARCHES}.`)
}

/** Searches at both by turns, more often than is allowed at either. */
async function searchesOfSomebody({ products, problems, random }: Twins): Promise<number> {
  const headers = { 'x-forwarded-for': someAddress(random), connection: 'close' }
  let passed = 0
  for (let i = 0; i < SEARCHES * 1.5; i++) {
    const { status } = await fetch(`${products[i % 2 ? 1 : 0].url}/api/search?q=written`, {
      headers,
    })
    if (status === 200) passed++
    else if (status !== 429) problems.push(`A search was answered ${status}.`)
  }
  return passed
}
