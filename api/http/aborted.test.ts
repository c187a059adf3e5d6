import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import fs from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import net, { type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { processPicture } from '#api/features/media/picture-pool.ts'
import { lockWaits, PATIENT } from '#api/test/database/locks.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { uuidOf } from '#api/test/people/uuid-of.ts'
import { photo } from '#api/test/pictures/pictures.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

/** A channel of Node. */
const REQUEST_START = 'http.server.request.start'
const server = await testServer()
const { database } = server.services
const ann = server.browser()
const { id } = await ann.signUp()
const cookie = ann.cookieHeader()
const picture = await processPicture(await photo().jpeg().toBuffer())
await server.services.pictures.write(picture)
const lines = () => server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)

const waitingStatements = () => lockWaits(database)
const json = { 'content-type': 'application/json' }
const query = JSON.stringify({ query: `{ user(id: "${id}") { username posts { nodes { id } } } }` })

/** The log line of the only aborted request. */
async function abortedLine(): Promise<unknown> {
  await expect.poll(() => lines().filter(({ aborted }) => aborted)).toHaveLength(1)
  return lines().find(({ aborted }) => aborted)
}

/** Warnings and errors, logged until the handlers of aborted requests have finished. */
async function warnings(): Promise<unknown[]> {
  for (let i = 0; i < 3; i++) await ann.fetch('/api/auth/user')
  return lines().filter(({ level }) => Number(level) >= 40)
}

test.each([
  ['GET', '/media/:file', `/media/${picture.hash}.webp`, {}, ''],
  ['GET', '/api/users/:id', `/api/users/${id}`, {}, ''],
  ['POST', '/graphql', '/graphql', json, query],
  ['POST', '/graphql', '/graphql?by=express', json, query],
  ['GET', '/api', '/api/auth/export', { cookie }, ''],
])(
  'aborting a pending %s request to %s logs no error',
  async (method, route, path, headers, body) => {
    server.logLines.length = 0
    await database.$transaction(async (lock) => {
      await lock.$executeRaw`LOCK TABLE "Post", "Media", "User" IN ACCESS EXCLUSIVE MODE`
      const request = http.request(server.url + path, {
        method,
        headers: { origin: server.url, ...headers },
      })
      request.on('error', () => {}).end(body)
      await expect.poll(waitingStatements).toBeGreaterThan(0)
      request.destroy()
      await abortedLine()
    }, PATIENT)
    expect(await abortedLine()).toMatchObject({
      route,
      level: 30,
      msg: `${method} ${route} aborted`,
    })
    await expect.poll(waitingStatements).toBe(0)
    expect(await warnings()).toEqual([])
  },
)

test('a connection that is reset while the file of a picture is looked up logs no error', async () => {
  await seeds(server.services).anUpload({
    by: { id: uuidOf(id) },
    hash: picture.hash,
  })
  server.logLines.length = 0
  const connected = once(server.http, 'connection') as Promise<[Socket]>
  const client = net.connect(Number(new URL(server.url).port), 'localhost').on('error', () => {})
  const [connection] = await connected
  const { stat } = fs
  vi.spyOn(fs, 'stat').mockImplementation(((file: string, done: () => void) => {
    if (!file.startsWith(server.services.pictures.folder ?? '')) return stat(file, done)
    connection.once('close', () => stat(file, done))
    client.resetAndDestroy()
  }) as unknown as typeof fs.stat)
  registerCleanup(() => vi.restoreAllMocks())
  client.write(`GET /media/${picture.hash}.webp HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  expect(await abortedLine()).toMatchObject({ route: '/media/:file', level: 30 })
  expect(await warnings()).toEqual([])
  const { body } = await rawRequest(`${server.url}/metrics`)
  const counted = body.match(/duration_seconds_count{.*route="\/media\/:file".*} \d+/g)?.join('\n')
  expect(counted).toContain('status="aborted"')
  expect(counted).not.toContain('status="500"')
})

test('a write that has begun is done, also if its connection ends for too many requests', async () => {
  const { aUser, aPost } = seeds(server.services)
  const { id: postId, publicId } = await aPost({ by: await aUser() })
  const socket = net.connect(Number(new URL(server.url).port), 'localhost').on('error', () => {})
  const ended = new Promise((resolve) => socket.resume().once('close', resolve))
  const head = (method: string, path: string, headers: string[] = []) =>
    [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
  const caller = [`Cookie: ${cookie}`, `Origin: ${server.url}`, 'Content-Length: 0']
  await database.$transaction(async (lock) => {
    await lock.$executeRaw`LOCK TABLE "Like" IN ACCESS EXCLUSIVE MODE`
    socket.write(head('POST', `/api/posts/${publicId}/like`, caller))
    await expect.poll(waitingStatements).toBeGreaterThan(0)
    socket.write(head('GET', '/api/posts').repeat(17))
    await ended
  }, PATIENT)
  await expect.poll(() => database.like.count({ where: { postId } })).toBe(1)
})

/** The next request as the server sees it, before it reads the body. */
function nextRequest(): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    const onStart = (message: unknown) => {
      unsubscribe(REQUEST_START, onStart)
      resolve((message as { request: IncomingMessage }).request)
    }
    subscribe(REQUEST_START, onStart)
  })
}

/** What is received before admission has no log line, and nothing that could fail. */
const bodies: [string, Record<string, string>][] = [
  ['/api/posts', json],
  ['/api/media', { 'content-type': 'multipart/form-data; boundary=b' }],
]

const moments = ['before the session lookup', 'while the server reads the body'] as const

test.each(bodies.flatMap(([path, headers]) => moments.map((at) => [path, at, headers] as const)))(
  'aborting an upload to %s %s logs no error',
  async (path, moment, headers) => {
    server.logLines.length = 0
    const started = nextRequest()
    const all = {
      origin: server.url,
      cookie,
      ...headers,
      'content-length': 100_000,
      expect: '100-continue',
    }
    const request = http.request(server.url + path, { method: 'POST', headers: all })
    request.on('error', () => {}).flushHeaders()
    await once(request, 'continue')
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx')
    const received = await started
    if (moment === 'while the server reads the body')
      await expect.poll(() => received.listenerCount('data')).toBeGreaterThan(0)
    request.destroy()
    expect(await abortedLine()).toMatchObject({ method: 'POST', level: 30 })
    expect(await warnings()).toEqual([])
  },
)
