import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { attributeOf, type CollectedSpan, startCollector } from '#api/test/servers/collector.ts'
import { testServer } from '#api/test/servers/server.ts'
import { startTracing } from './tracing.ts'

const collector = await startCollector()
const server = await testServer()
const ann = server.browser()
let stop: (() => Promise<void>) | undefined
const PATIENT = { exportTimeoutMs: 60_000, shutdownTimeoutMs: 60_000 }

const QUERY =
  'query Feed($first: Int) { feed(first: $first) { nodes { content author { username } } } }'
const TRACE = '0af7651916cd43dd8448eb211c80319c'

beforeAll(async () => {
  await ann.signUp({ username: 'ann_of_traces' })
  stop = startTracing(
    { endpoint: collector.url, serviceName: 'vibes-of-tests', ratio: 1 },
    false,
    server.services.log,
    PATIENT,
  )
})
afterAll(async () => {
  await stop?.()
  collector.close()
})

const feed = (headers: Record<string, string> = {}) =>
  ann.fetch('/graphql', { json: { query: QUERY, variables: { first: 3 } }, headers })
const user = () =>
  ann.fetch('/api/users/ann_of_traces', {
    headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
  })

test('a request, its operation and its statements are one trace, which continues the caller’s', async () => {
  const ids: (string | null)[] = []
  for (const send of [() => feed(), () => feed(), user])
    ids.push((await send()).headers.get('x-request-id'))
  const notFound = await Promise.all(
    Array.from({ length: 4 }, () => ann.fetch('/api/users/no_such_user')),
  )
  expect(notFound.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  await expect
    .poll(() => server.logLines.filter((line) => line.includes('"trace"')).length)
    .toBeGreaterThanOrEqual(7)
  await stop?.()

  const spans = collector.spans()
  expect(collector.received.map(({ path }) => path)).toContain('/v1/traces')
  expect(collector.resource('service.name')).toBe('vibes-of-tests')

  const requests = ids.map((id) =>
    spans.find(({ attributes }) => attributeOf(attributes, 'good_vibes.request.id') === id),
  )
  expect(requests.map((span) => span?.name)).toEqual([
    'POST /graphql',
    'POST /graphql',
    'GET /api/users/:id',
  ])
  for (const request of requests) {
    expect(attributeOf(request?.attributes ?? [], 'http.response.status_code')).toBe(200)
    const line = server.logLines
      .map((line) => JSON.parse(line))
      .find(({ trace }) => trace === request?.traceId)
    expect(ids).toContain(line?.id)
  }
  expect(requests[2]).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' })

  const operation = childrenOf(requests[2]).find(({ name }) => name === 'RestUser')
  expect(attributeOf(operation?.attributes ?? [], 'graphql.operation.name')).toBe('RestUser')
  const wait = childrenOf(operation).find(({ name }) => name === 'wait for user')
  const [statement] = childrenOf(wait)
  expect(statement?.name).toBe('SELECT')
  expect(attributeOf(statement?.attributes ?? [], 'db.query.text')).toContain(
    'FROM unnest((SELECT $1::text[])::text[],',
  )
  expect(childrenOf(requests[0]).map(({ name }) => name)).toContain('Feed')

  function childrenOf(parent: CollectedSpan | undefined) {
    return spans.filter(
      ({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent?.spanId,
    )
  }
})

test('requests that share a statement link to the span that runs it', () => {
  const spans = collector.spans()
  const waits = spans.filter(({ name }) => name === 'wait for user')
  for (const { links } of waits.filter(({ links }) => links?.length)) {
    expect(waits.map(({ spanId }) => spanId)).toContain(links?.[0]?.spanId)
  }
  const statements = spans.filter(({ parentSpanId }) =>
    waits.some(({ spanId }) => spanId === parentSpanId),
  )
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.length).toBe(waits.filter(({ links }) => !links?.length).length)
})

test('traces contain no parameters, cookies or email addresses', () => {
  const all = collector.received.map(({ body }) => body).join()
  expect(all).not.toMatch(/ann_of_traces|no_such_user|good-vibes\.session|example\.org/)
})

test('an unreachable collector does not slow requests, and the log warns once without its URL', async () => {
  const endpoint = 'http://user:hush-hush@127.0.0.1:1'
  const stopTracing = startTracing(
    { endpoint, serviceName: 'vibes-of-tests', ratio: 1 },
    false,
    server.services.log,
    { shutdownTimeoutMs: 60_000 },
  )
  expect((await user()).status).toBe(200)
  await stopTracing()
  expect(server.logLines.filter((line) => line.includes('Failed to send traces'))).toHaveLength(1)
  expect(server.logLines.join('')).not.toContain('hush-hush')
})

test('a silent collector blocks neither requests nor the shutdown', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const sockets: Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  registerCleanup(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const stopTracing = startTracing(
    { endpoint, serviceName: 'vibes-of-tests', ratio: 1 },
    false,
    server.services.log,
    { exportTimeoutMs: 3_600_000, shutdownTimeoutMs: 50 },
  )
  expect((await user()).status).toBe(200)
  server.logLines.length = 0
  await stopTracing()
  // The export has not failed yet, so the shutdown did not wait for it.
  expect(server.logLines.join('')).not.toContain('Failed to send traces')
})
