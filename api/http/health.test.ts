import net from 'node:net'
import express from 'express'
import { afterAll, expect, test, vi } from 'vitest'
import type { Reads } from '#api/context.ts'
import { createDatabase } from '#api/database/client.ts'
import type { ReplicaRouter } from '#api/database/replicas/router.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readyz } from './health.ts'

const server = await testServer()
const { version } = packageJson

/** Accepts connections and never responds. */
const silentServer = net.createServer()
await new Promise<void>((listening) => silentServer.listen(0, '127.0.0.1', listening))
const { port } = silentServer.address() as net.AddressInfo
afterAll(() => silentServer.close())

/** @returns the URL of a handler alone */
function listen(handler: express.RequestHandler): string {
  const alone = express().get('/readyz', handler).listen(0)
  registerCleanup(() => alone.close())
  return `http://localhost:${(alone.address() as net.AddressInfo).port}/readyz`
}

test('a server with a working database is alive and ready', async () => {
  const alive = await fetch(`${server.url}/healthz`)
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok', version }])
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', version }])
})

test.each([
  ['refuses connections', 'postgresql://user@127.0.0.1:1/none', 'The database does not answer.'],
  [
    'is silent',
    `postgresql://user@127.0.0.1:${port}/none`,
    'The database did not answer within 2 seconds.',
  ],
])('a server whose database %s is alive but not ready', async (_what, url, reason) => {
  const database = createDatabase(url)
  const alone = await testServer({ database })
  expect((await fetch(`${alone.url}/healthz`)).status).toBe(200)
  expect((await expectProblem(await fetch(`${alone.url}/readyz`), 503)).detail).toBe(reason)
})

test.each([
  ['a standby', async () => [{ standby: true }], 0, 200],
  ['gone, but a replica responds', () => Promise.reject(new Error('gone')), 1, 200],
  ['gone, and so are the replicas', () => Promise.reject(new Error('gone')), 0, 503],
])('when the primary is %s, reads are ready or not', async (_what, look, used, status) => {
  const database = Object.create(server.services.database, { $queryRaw: { value: look } })
  const replicas = { counts: () => ({ used, all: 1 }) } as ReplicaRouter<Reads>
  const readiness = listen(readyz({ ...server.services, database, replicas }))
  const ask = async (query: string) => (await fetch(readiness + query)).status
  expect([await ask('?for=reads'), await ask(''), await ask('?for=writes')]).toEqual([
    status,
    503,
    503,
  ])
})

test('with a replica, readiness for reads does not wait for the primary', async () => {
  const look = vi.fn(() => new Promise(() => {}))
  const database = Object.create(server.services.database, { $queryRaw: { value: look } })
  const replicas = { counts: () => ({ used: 1, all: 1 }) } as ReplicaRouter<Reads>
  const url = listen(readyz({ ...server.services, database, replicas }))
  expect([(await fetch(`${url}?for=reads`)).status, look.mock.calls]).toEqual([200, []])
})

test('many who ask share one look at the database, which is kept for half a second', async () => {
  const looks: PromiseWithResolvers<{ standby: boolean }[]>[] = []
  const look = () => {
    const pending = Promise.withResolvers<{ standby: boolean }[]>()
    looks.push(pending)
    return pending.promise
  }
  const database = Object.create(server.services.database, { $queryRaw: { value: look } })
  const readiness = listen(readyz({ ...server.services, database }))
  const ask = async () => (await fetch(readiness)).status
  const now = vi.spyOn(performance, 'now')
  registerCleanup(() => now.mockRestore())
  now.mockReturnValue(1_000)

  const asked = Array.from({ length: 50 }, ask)
  await expect.poll(() => looks.length).toBe(1)
  looks[0]?.resolve([{ standby: false }])
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  now.mockReturnValue(1_500)
  expect([await ask(), looks.length]).toEqual([200, 1])
  now.mockReturnValue(1_501)
  const again = ask()
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.reject(new Error('gone'))
  expect(await again).toBe(503)
})

test('metrics need a loopback socket and host name, and no proxy', async () => {
  await rawRequest(`${server.url}/api/nothing`)
  const { status, headers, body } = await rawRequest(`${server.url}/metrics`)
  expect([status, headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(body).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api",status="404",operation=""\} 1$/m,
  )
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
  for (const foreign of [
    { host: 'evil.example' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'for=127.0.0.1' },
  ]) {
    expect((await rawRequest(`${server.url}/metrics`, { headers: foreign })).status).toBe(404)
  }
})

test.each([
  ...[
    'Forwarded',
    'X-Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Prefix',
    'X-Original-Forwarded-For',
    'X-Original-Host',
    'Via',
    'CDN-Loop',
  ],
  ...[
    'X-Real-IP',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'CF-Connecting-IPv6',
    'CF-Ray',
    'X-Cluster-Client-IP',
  ],
  ...[
    'Fastly-Client-IP',
    'Fly-Client-IP',
    'X-Azure-ClientIP',
    'X-AppEngine-User-IP',
    'X-ProxyUser-Ip',
    'WL-Proxy-Client-IP',
  ],
  ...['X-Remote-Addr', 'X-Envoy-External-Address', 'X-Amzn-Trace-Id', 'Proxy-Connection'],
])('without a token, a proxy that sends %s gets no metrics', async (name) => {
  for (const value of ['127.0.0.1', ''])
    expect((await rawRequest(`${server.url}/metrics`, { headers: { [name]: value } })).status).toBe(
      404,
    )
})

test('a local scraper may send its own headers', async () => {
  const headers = {
    'x-prometheus-scrape-timeout-seconds': '10',
    'x-request-id': 'x',
    accept: '*/*',
    authorization: 'Basic x',
    description: 'x',
  }
  expect((await rawRequest(`${server.url}/metrics`, { headers })).status).toBe(200)
})

test('with a token configured, metrics need it', async () => {
  const { url } = await testServer({ settings: { metricsToken: 'a-token-of-metrics' } })
  const status = async (authorization?: string) =>
    (await rawRequest(`${url}/metrics`, { headers: authorization ? { authorization } : {} })).status
  expect(await status('Bearer a-token-of-metrics')).toBe(200)
  for (const wrong of [
    undefined,
    'Bearer',
    'Bearer a-token-of-metric',
    'Bearer a-token-of-metricsx',
    'a-token-of-metrics',
    'Basic a-token-of-metrics',
  ]) {
    expect(await status(wrong)).toBe(404)
  }
})

test('invented paths add no route labels', async () => {
  for (const path of ['/api/auth/sign-in/email', '/api/auth/sign-in/email/']) {
    await rawRequest(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  }
  for (const path of [
    '/api/a',
    '/api/b/c',
    '/x',
    '/y/z',
    '/assets/q',
    '/profile/ann',
    '/media/none',
  ])
    await rawRequest(server.url + path)
  const { body } = await rawRequest(`${server.url}/metrics`)
  const routes = new Set([...body.matchAll(/_count\{.*route="([^"]*)"/g)].map(([, route]) => route))
  expect([...routes].toSorted()).toEqual([
    '/api',
    '/api/auth/sign-in/email',
    '/assets',
    '/healthz',
    '/media/:file',
    '/metrics',
    '/readyz',
    'page',
  ])
})
