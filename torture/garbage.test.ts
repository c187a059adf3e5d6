import http from 'node:http'
import { expect, test } from 'vitest'
import { createBrowser } from '#api/test/people/browser.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startProduct } from '../e2e/server.ts'

const REQUESTS = 4_000
const CONCURRENCY = 8
const MAX_BYTES = 1_000

const product = await startProduct({ RATE_LIMIT: 'off', LOG_LEVEL: 'warn' })
registerCleanup(() => product.stop())
const ann = createBrowser(product.url)
await ann.signUp()
const cookie = ann.cookieHeader()
const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })

interface TestRequest {
  path: string
  body?: string
}

const PAGE =
  'nodes { id content isLiked likesCount author { id username } } ' +
  'pageInfo { startCursor endCursor hasNextPage }'
const graphql = (query: string): TestRequest => ({
  path: '/graphql',
  body: JSON.stringify({ query }),
})

function send({ path, body }: TestRequest): Promise<string> {
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

async function sendMany(request: TestRequest): Promise<void> {
  const sendInSequence = async () => {
    for (let sent = 0; sent < REQUESTS; sent += CONCURRENCY) await send(request)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendInSequence))
}

/** The server's old generation in bytes, and the number of major collections. */
async function oldGeneration(): Promise<{ bytes: number; majorCollections: number }> {
  const metrics = (await send({ path: '/metrics' })).split('\n')
  const metric = (name: string) => metrics.find((line) => line.startsWith(name))?.split(' ')[1]
  return {
    bytes: Number(metric('nodejs_heap_space_size_used_bytes{space="old"}')),
    majorCollections: Number(metric('nodejs_gc_duration_seconds_count{kind="major"}') ?? 0),
  }
}

/** Bytes that a request leaves after minor collections. Only a major collection frees them. */
async function promotedBytes(request: TestRequest, tries = 3): Promise<number> {
  const before = await oldGeneration()
  await sendMany(request)
  const after = await oldGeneration()
  if (after.majorCollections === before.majorCollections)
    return (after.bytes - before.bytes) / REQUESTS
  return tries > 1 ? promotedBytes(request, tries - 1) : Number.POSITIVE_INFINITY
}

const { data } = JSON.parse(await send(graphql('{ feed(first: 1) { nodes { author { id } } } }')))
const author = JSON.stringify(data.feed.nodes[0].author.id)

test.each<[string, TestRequest]>([
  ['the feed', graphql(`{ feed(first: 20) { ${PAGE} } }`)],
  [
    'the posts of a profile',
    graphql(`{ user(id: ${author}) { id username posts(first: 20) { ${PAGE} } } }`),
  ],
])('a minor collection frees what a request for %s allocates', async (_what, request) => {
  expect(await send(request)).not.toContain('"errors"')
  await sendMany(request)
  // A busy machine keeps more requests alive during a collection; a leak shows every time.
  const tries = [await promotedBytes(request)]
  while (tries.length < 3 && Math.min(...tries) >= MAX_BYTES)
    tries.push(await promotedBytes(request))
  expect(Math.min(...tries)).toBeLessThan(MAX_BYTES)
})
