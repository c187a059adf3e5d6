import { performance as nodePerformance } from 'node:perf_hooks'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createDatabase } from '#api/database/client.ts'
import { testDatabase } from '#api/test/database.ts'
import { expectProblem } from '#api/test/problem-response.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/server.ts'
import { slowServer } from '#api/test/slow-server.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'

const SENTENCE = 'Good Vibes is very busy at the moment. Please try again in a few seconds.'
const MAX_IN_FLIGHT = 128
const MAX_IN_FLIGHT_WHILE_SATURATED = 64
/** Milliseconds by which the mocked clock is ahead. */
let clockOffset = 0
/** The mocked utilization of the event loop, from 0 to 1. */
let utilization = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + clockOffset)
vi.spyOn(nodePerformance, 'eventLoopUtilization').mockImplementation(() => ({
  utilization,
  active: 0,
  idle: 0,
}))
afterEach(() => {
  clockOffset = 0
  utilization = 0
})
afterAll(() => vi.restoreAllMocks())

const statuses = async (responses: Promise<Response>[]) =>
  new Set((await Promise.all(responses)).map(({ status }) => status))

/** Makes the event loop count as saturated. */
function saturate() {
  utilization = 1
  clockOffset += 1_000
}

test('a saturated event loop admits 64 requests at once, however long each takes', async () => {
  const { sendMany, send, pending, respondToAll } = await slowServer()
  saturate()
  const responses = await sendMany(MAX_IN_FLIGHT_WHILE_SATURATED)
  clockOffset += 60_000
  expect((await send()).status).toBe(503)
  pending.pop()?.end('done')
  responses.push(...(await sendMany(1)))
  expect((await send()).status).toBe(503)
  respondToAll()
  expect(await statuses(responses)).toEqual(new Set([200]))
})

test('an unsaturated event loop admits more, and serves them all', async () => {
  const { sendMany, send, respondToAll } = await slowServer()
  const responses = await sendMany(100)
  saturate()
  expect((await send()).status).toBe(503)
  utilization = 0
  clockOffset += 1_000
  responses.push(...(await sendMany(1)))
  respondToAll()
  expect(await statuses(responses)).toEqual(new Set([200]))
})

describe('at the limit of requests in flight', async () => {
  test('requests are 503 in the format of their API, and are admitted again afterwards', async () => {
    const { sendMany, send, pending, respondToAll } = await slowServer()
    const responses = await sendMany(MAX_IN_FLIGHT)
    const busy = await send()
    expect([busy.headers.get('retry-after'), busy.headers.get('cache-control')]).toEqual([
      '2',
      'private, no-store',
    ])
    expect((await expectProblem(busy, 503)).detail).toBe(SENTENCE)
    const graphql = await send('/graphql', {
      method: 'POST',
      body: '{"query":"{ viewer { id } }"}',
    })
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '2'])
    const requestId = graphql.headers.get('x-request-id')
    expect(await graphql.json()).toEqual({
      errors: [{ message: SENTENCE, extensions: { code: 'SERVICE_UNAVAILABLE', requestId } }],
    })
    const page = await send('/', { headers: { accept: 'text/html,*/*' } })
    expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
      503,
      '2',
      expect.stringContaining(SENTENCE),
    ])
    expect(pending).toHaveLength(MAX_IN_FLIGHT)

    respondToAll()
    expect(await statuses(responses)).toEqual(new Set([200]))
    const after = await sendMany(MAX_IN_FLIGHT)
    respondToAll()
    expect(await statuses(after)).toEqual(new Set([200]))
  })

  test('the log says how many requests were rejected, in fewer lines', async () => {
    const { sendMany, send, logLines } = await slowServer()
    await sendMany(MAX_IN_FLIGHT)
    const rejections = 100
    await Promise.all(Array.from({ length: rejections }, () => send()))
    const logged = () =>
      logLines.map((line) => (JSON.parse(line).rejected as { requests: number }).requests)
    await expect.poll(() => logged().reduce((sum, count) => sum + count, 0)).toBe(rejections)
    expect(logLines.length).toBeLessThan(rejections)
  })

  test('health, metrics and sign-in still work', async () => {
    const { sendMany, send, pending, respondToAll } = await slowServer()
    await sendMany(MAX_IN_FLIGHT)
    expect((await send()).status).toBe(503)
    const responses = [
      send('/healthz'),
      send('/readyz'),
      send('/metrics'),
      send('/api/auth/sign-in/email', { method: 'POST', body: '{}' }),
    ]
    await expect.poll(() => pending.length).toBe(MAX_IN_FLIGHT + responses.length)
    respondToAll()
    expect(await statuses(responses)).toEqual(new Set([200]))
  })
})

test('many sign-ins do not block other requests', async () => {
  const { send, pending, respondToAll } = await slowServer()
  const signIn = () => send('/api/auth/sign-in/email', { method: 'POST', body: '{}' })
  const responses = Array.from({ length: 64 }, signIn)
  await expect.poll(() => pending.length).toBe(64)
  expect((await signIn()).status).toBe(503)
  responses.push(send())
  await expect.poll(() => pending.length).toBe(65)
  respondToAll()
  expect(await statuses(responses)).toEqual(new Set([200]))
})

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n'

test('attack 20: slow senders do not block other requests', async () => {
  const { pending, sendRawUntilClosed, sendMany, respondToAll } = await slowServer()
  saturate()
  for (let i = 0; i < 300; i++)
    void sendRawUntilClosed(`POST /graphql HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n{`)
  await expect.poll(() => pending.length).toBe(300)
  const responses = await sendMany(MAX_IN_FLIGHT_WHILE_SATURATED)
  respondToAll()
  expect(await statuses(responses)).toEqual(new Set([200]))
})

test('a slow request counts once it is complete', async () => {
  const { pending, sendRaw, send } = await slowServer()
  saturate()
  const head = `POST /graphql HTTP/1.1\r\n${HEAD}Content-Length: 2\r\n\r\n{`
  const senders = Array.from({ length: MAX_IN_FLIGHT_WHILE_SATURATED }, () => sendRaw(head))
  await expect.poll(() => pending.length).toBe(senders.length)
  void send().catch(() => {})
  await expect.poll(() => pending.length).toBe(senders.length + 1)
  for (const sender of senders) sender.write('}')
  await Promise.all(pending.splice(0, senders.length).map(({ req }) => textOf(req)))
  expect((await send()).status).toBe(503)
})

test('slow readers do not count as in flight', async () => {
  const { pending, sendMany, respondToAll } = await slowServer()
  await sendMany(MAX_IN_FLIGHT)
  for (const res of pending) res.write('partial')
  saturate()
  const responses = await sendMany(MAX_IN_FLIGHT_WHILE_SATURATED)
  respondToAll()
  expect(await statuses(responses)).toEqual(new Set([200]))
})

const EIGHT_MEGABYTES = 8 * 1024 * 1024
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nConnection: close\r\n${HEAD}Content-Length: ${length}\r\n\r\n`

test('attack 20: large bodies share a budget of bytes, and the oldest slow one is evicted', async () => {
  const { pending, sendRawUntilClosed } = await slowServer()
  const upload = `${head('/api/media', EIGHT_MEGABYTES)}{`
  const slow = Array.from({ length: 8 }, () => sendRawUntilClosed(upload))
  await expect.poll(() => pending.length).toBe(8)
  clockOffset = 100
  expect(await sendRawUntilClosed(`${head('/api/media', 70_000)}${'x'.repeat(70_000)}`)).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 2\r\n/,
  )
  clockOffset = 10_000
  void sendRawUntilClosed(upload)
  await expect.poll(() => pending.length).toBe(9)
  expect(await Promise.race(slow)).toBe('')
})

test.each([
  ['/api/posts', 8],
  ['/api/posts/x/like', 64],
  ['/graphql', 64],
])('attack 65: a chunked body at %s counts with the limit of the endpoint', async (path, many) => {
  const { pending, sendRawUntilClosed } = await slowServer()
  const chunked = `POST ${path} HTTP/1.1\r\nConnection: close\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`
  for (let i = 0; i < many; i++) void sendRawUntilClosed(chunked)
  await expect.poll(() => pending.length).toBe(many)
  expect(await sendRawUntilClosed(chunked)).toMatch(/^HTTP\/1\.1 503 /)
})

test('a response or a closed connection frees the bytes of the body', async () => {
  const { pending, sendRawUntilClosed, respondToAll } = await slowServer()
  const upload = `${head('/api/posts', EIGHT_MEGABYTES)}{`
  for (let i = 0; i < 8; i++) void sendRawUntilClosed(upload)
  await expect.poll(() => pending.length).toBe(8)
  for (const res of pending.splice(0, 4)) res.destroy()
  respondToAll()
  for (let i = 0; i < 8; i++) void sendRawUntilClosed(upload)
  await expect.poll(() => pending.length).toBe(8)
  expect(await sendRawUntilClosed(upload)).toMatch(/^HTTP\/1\.1 503 /)
})

test('the limit of sign-ins also holds for large bodies', async () => {
  const { pending, sendRawUntilClosed } = await slowServer()
  const signIn = `${head('/api/auth/sign-in/email', 20_000)}${'x'.repeat(20_000)}`
  for (let i = 0; i < 64; i++) void sendRawUntilClosed(signIn)
  await expect.poll(() => pending.length).toBe(64)
  expect(await sendRawUntilClosed(signIn)).toMatch(/^HTTP\/1\.1 503 /)
})

test('attack 60: with a slow database, excess requests are 503 and counted', async () => {
  const { url } = await testDatabase()
  const proxy = await tcpProxy(url)
  const database = createDatabase(proxy.url, 5, { connectionMs: 60_000, statementMs: 60_000 })
  registerCleanup(async () => {
    proxy.forward()
    await database.$disconnect()
    proxy.close()
  })
  const server = await testServer({ database })
  const { username } = await server.browser().signUp()
  const send = () => fetch(`${server.url}/api/users/${username}`)
  /** The counter belongs to the process, so other tests have raised it. */
  const shedCount = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/http_requests_shed_total{reason="requests"} (\d+)/.exec(metrics)?.[1])
  }
  const before = await shedCount()
  // Every request counts as in flight until the database responds.
  proxy.blackhole()
  const responses = Array.from({ length: 300 }, send)
  await expect.poll(shedCount).toBeGreaterThanOrEqual(before + 300 - MAX_IN_FLIGHT)
  // Statements that were lost fail, and the server reconnects.
  proxy.disconnect()
  proxy.forward()
  const others = [...(await statuses(responses))].filter((status) => status !== 200)
  expect(others).toEqual([503])
  await expect.poll(async () => (await send()).status).toBe(200)
})
