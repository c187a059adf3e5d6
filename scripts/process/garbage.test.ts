import http from 'node:http'
import { expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { visitor } from '#api/test/visitor.ts'
import { startProduct } from '../../e2e/server.ts'

const REQUESTS = 4_000
const AT_ONCE = 8
const PATIENCE = 60_000

const product = await startProduct({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
afterwards(() => product.stop())
const ann = visitor(product.url)
await ann.signUp()
const cookie = [...ann.cookies].map((pair) => pair.join('=')).join('; ')
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })

interface Asked {
  path: string
  body?: string
}

const PAGE =
  'nodes { id content isLiked likesCount author { id username } } pageInfo { startCursor endCursor hasNextPage }'
const graphql = (query: string): Asked => ({ path: '/graphql', body: JSON.stringify({ query }) })

function ask({ path, body }: Asked): Promise<string> {
  const headers = {
    cookie,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    http
      .request(
        product.url + path,
        { agent, method: body ? 'POST' : 'GET', headers },
        (response) => {
          response.setEncoding('utf8')
          void response.toArray().then((chunks) => resolve(chunks.join('')), reject)
        },
      )
      .on('error', reject)
      .end(body)
  })
}

async function askOften(asked: Asked): Promise<void> {
  const one = async () => {
    for (let time = 0; time < REQUESTS; time += AT_ONCE) await ask(asked)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** What lasted through the small collections of the server’s memory, in bytes, and how often all of it was swept. */
async function lasting(): Promise<{ bytes: number; sweeps: number }> {
  const metrics = (await ask({ path: '/metrics' })).split('\n')
  const told = (name: string) => metrics.find((line) => line.startsWith(name))?.split(' ')[1]
  return {
    bytes: Number(told('nodejs_heap_space_size_used_bytes{space="old"}')),
    sweeps: Number(told('nodejs_gc_duration_seconds_count{kind="major"}') ?? 0),
  }
}

/** Bytes of a request that small collections leave, which only a sweep of the whole heap takes away. */
async function left(asked: Asked, tries = 3): Promise<number> {
  const before = await lasting()
  await askOften(asked)
  const after = await lasting()
  if (after.sweeps === before.sweeps) return (after.bytes - before.bytes) / REQUESTS
  return tries > 1 ? left(asked, tries - 1) : Number.POSITIVE_INFINITY
}

const { data } = JSON.parse(await ask(graphql('{ feed(first: 1) { nodes { author { id } } } }')))
const author = JSON.stringify(data.feed.nodes[0].author.id)

test.each<[string, Asked]>([
  ['the feed', graphql(`{ feed(first: 20) { ${PAGE} } }`)],
  [
    'somebody’s posts',
    graphql(`{ user(id: ${author}) { id username posts(first: 20) { ${PAGE} } } }`),
  ],
])(
  'what a request of %s has made is gone with the next small collection',
  async (_what, asked) => {
    expect(await ask(asked)).not.toContain('"errors"')
    await askOften(asked)
    expect(await left(asked)).toBeLessThan(1_000)
  },
  PATIENCE,
)
