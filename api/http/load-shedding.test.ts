import { once } from 'node:events'
import { performance as nodePerformance } from 'node:perf_hooks'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createDatabase } from '#api/database/client.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { testServer } from '#api/test/servers/server.ts'
import { slowServer } from '#api/test/servers/slow-server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'

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
  // The next reading ends the window that a test saturated.
  clockOffset += 1_000
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

test('twenty health checks at once are never shed, further ones count as other requests', async () => {
  const { sendMany, send, pending } = await slowServer()
  for (let i = 0; i < 20; i++) void send('/readyz').catch(() => {})
  await expect.poll(() => pending.length).toBe(20)
  for (let i = 0; i < 28; i++) void send('/readyz').catch(() => {})
  await expect.poll(() => pending.length).toBe(48)
  await sendMany(MAX_IN_FLIGHT - 28)
  expect([(await send()).status, (await send('/healthz')).status]).toEqual([503, 503])
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

test('small bodies and those without a length are shed, also where a picture may be in them', async () => {
  const { send, sendMany } = await slowServer()
  await sendMany(MAX_IN_FLIGHT)
  const headers = { 'content-type': 'application/json' }
  const small = { method: 'POST', headers, body: `"${'x'.repeat(65_534)}"` }
  expect((await send('/api/posts', small)).status).toBe(503)
  const chunked = await send('/api/posts', {
    method: 'POST',
    headers,
    body: new Blob(['{}']).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(503)
})

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n'
const partial = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nConnection: close\r\n${HEAD}Content-Length: ${length}\r\n\r\n{`

test('attack 20: slow senders do not block other requests', async () => {
  const { connections, sendRaw, sendMany, respondToAll } = await slowServer()
  saturate()
  const form = 'Content-Type: multipart/form-data; boundary=b'
  for (let i = 0; i < 300; i++) {
    const path = i % 2 ? '/api/media' : '/api/login'
    sendRaw(i % 3 ? partial(path, 100).replace(/Content-Type.*/, form) : partial('/graphql', 100))
  }
  await expect.poll(connections).toBe(300)
  const responses = await sendMany(MAX_IN_FLIGHT_WHILE_SATURATED)
  respondToAll()
  expect(await statuses(responses)).toEqual(new Set([200]))
})

test.each([
  ['a read that announces a body takes a place at once', 'GET /api/search?q=a', 1],
  ['an announced picture takes a place until it is read', 'PATCH /api/users/a', 100_000],
])('%s', async (_name, line, length) => {
  const { pending, sendRaw, send } = await slowServer()
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`
  for (let count = 0; count < MAX_IN_FLIGHT; count++) sendRaw(head)
  await expect.poll(() => pending.length).toBe(MAX_IN_FLIGHT)
  expect((await send()).status).toBe(503)
})

test('requests whose last bytes arrive together are shed like requests that start together', async () => {
  const { connections, pending, sendRaw, send } = await slowServer()
  const senders = Array.from({ length: 300 }, () => sendRaw(partial('/graphql', 2)))
  await expect.poll(connections).toBe(300)
  const responses = senders.map((sender) => once(sender, 'data').then(String))
  for (const sender of senders) sender.write('}')
  await expect.poll(() => pending.length).toBe(MAX_IN_FLIGHT)
  expect(await Promise.race(responses)).toMatch(/^HTTP\/1\.1 503 /)
  expect((await send()).status).toBe(503)
  expect(pending.length).toBe(MAX_IN_FLIGHT)
})

test('large bodies that wait for their turn take no place', async () => {
  const { connections, sendRaw } = await slowServer({ isSlow: false })
  const body = 'x'.repeat(59_998)
  const senders = Array.from({ length: 200 }, () => sendRaw(partial('/graphql', 60_000) + body))
  await expect.poll(connections).toBe(200)
  saturate()
  const responses = senders.map((sender) => once(sender, 'data').then(String))
  for (const sender of senders) sender.write('}')
  const lines = (await Promise.all(responses)).map((response) => response.split('\r\n')[0])
  expect(new Set(lines)).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('the same holds for bodies that are read behind admission', async () => {
  const { pending, sendRaw } = await slowServer()
  const head = `POST /api/posts HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`
  const senders = Array.from({ length: 300 }, () => sendRaw(head))
  await expect.poll(() => pending.length).toBe(300)
  const refused = () => pending.filter(({ statusCode }) => statusCode === 503).length
  expect(refused()).toBe(0)
  for (const sender of senders) sender.write('1\r\n}\r\n0\r\n\r\n')
  await expect.poll(refused).toBe(300 - MAX_IN_FLIGHT)
})

test('pictures have places of their own', async () => {
  const { pending, sendRaw, send } = await slowServer()
  const head = `POST /api/media HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n`
  const senders = Array.from({ length: 65 }, () => sendRaw(head))
  await expect.poll(() => pending.length).toBe(65)
  for (const sender of senders) sender.write('x'.repeat(100_000))
  await expect.poll(() => pending.filter(({ statusCode }) => statusCode === 503).length).toBe(1)
  void send().catch(() => {})
  await expect.poll(() => pending.length).toBe(66)
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

test('the limit of sign-ins also holds for large bodies', async () => {
  const { pending, sendRawUntilClosed } = await slowServer()
  const signIn = `${partial('/api/auth/sign-in/email', 20_000)}${'x'.repeat(19_999)}`
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
