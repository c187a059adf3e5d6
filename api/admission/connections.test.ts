import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createHttpServer } from '#api/http/server.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { limitConnections, releaseSlot } from './connections.ts'

const MAX_CONNECTIONS = 20
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function startServer() {
  const pending: ServerResponse[] = []
  let requests = 0
  const server = createHttpServer((req, res) => {
    if (req.url === '/rejected') releaseSlot(res)
    if (req.url === '/') res.end('done')
    else pending.push(res)
  })
  for (const event of ['request', 'checkExpectation']) server.on(event, () => requests++)
  limitConnections([server], MAX_CONNECTIONS)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  registerCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    pending,
    requests: () => requests,
    onRequest: (listener: (req: IncomingMessage) => void) => server.on('request', listener),
    async open(text = '') {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      registerCleanup(() => socket.destroy())
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return socket
    },
    fetchStatus: async () =>
      (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).status,
  }
}

/** A reset counts as well. */
const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve))
const responseOn = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('attack 20: a new connection evicts the oldest silent or idle one', async () => {
  const { open, fetchStatus } = await startServer()
  const silent = await open()
  const idle = await open(REQUEST)
  expect(await responseOn(idle)).toMatch(/^HTTP\/1\.1 200 /)
  const ends = [closed(silent), closed(idle)]
  const others: Socket[] = []
  for (let i = 0; i < 3 * MAX_CONNECTIONS; i++) others.push(await open())
  await Promise.all(ends)
  expect(await fetchStatus()).toBe(200)
})

test('a connection with a request in flight is not evicted', async () => {
  const { open, fetchStatus, pending } = await startServer()
  const busy = await open(REQUEST.replace('/', '/slow'))
  await expect.poll(() => pending.length).toBe(1)
  for (let i = 0; i < 3 * MAX_CONNECTIONS; i++) await open()
  expect(await fetchStatus()).toBe(200)
  pending[0]?.end('done')
  expect(await responseOn(busy)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a connection whose request was rejected can be evicted', async () => {
  const { open, fetchStatus, pending } = await startServer()
  const rejected = await open(REQUEST.replace('/', '/rejected'))
  await expect.poll(() => pending.length).toBe(1)
  const end = closed(rejected)
  for (let i = 0; i < 3 * MAX_CONNECTIONS; i++) await open()
  await end
  expect(await fetchStatus()).toBe(200)
})

test('a connection’s requests run one after another, and a 17th that waits ends it', async () => {
  const { open, pending, requests, fetchStatus } = await startServer()
  const slow = REQUEST.replace('/', '/slow')
  const patient = await open(slow.repeat(16))
  let received = ''
  patient.on('data', (text) => {
    received += text
  })
  for (let count = 1; count <= 16; count++) {
    await expect.poll(() => pending.length).toBe(1)
    pending.pop()?.end('done')
    await expect.poll(() => received.split('done').length - 1).toBe(count)
  }
  const before = requests()
  await closed(await open(slow.repeat(1_000)))
  expect(requests() - before).toBe(17)
  // The first one had begun, and runs to its end.
  expect(pending.map(({ destroyed, writableEnded }) => [destroyed, writableEnded])).toEqual([
    [true, false],
  ])
  expect(await fetchStatus()).toBe(200)
})

test('requests with an unknown expectation count among those of a connection', async () => {
  const { open, requests, fetchStatus } = await startServer()
  const request = REQUEST.replace('\r\n\r\n', '\r\nExpect: a wonder\r\n\r\n')
  await closed(await open(request.repeat(1_000)))
  expect(requests()).toBeLessThanOrEqual(17)
  expect(await fetchStatus()).toBe(200)
})

test('the errors that end the requests of a connection have no stack', async () => {
  const { open, onRequest } = await startServer()
  const { stackTraceLimit } = Error
  const stacks: (string | undefined)[] = []
  onRequest((req) => req.on('error', ({ stack }) => stacks.push(stack)))
  await closed(await open(REQUEST.replace('/', '/slow').repeat(1_000)))
  await expect.poll(() => stacks.length).toBeGreaterThan(15)
  expect(new Set(stacks)).toEqual(new Set(['Error: aborted']))
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
})

const bodyOf = (bytes: number) =>
  `POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`

test.each([
  ['one body', [64_000], 2],
  ['small bodies', [10_000, 20_000, 30_000], 4],
])('%s can wait for an earlier response', async (_what, sizes, count) => {
  const { open, pending } = await startServer()
  await open(REQUEST.replace('/', '/slow') + sizes.map(bodyOf).join(''))
  for (let begun = 1; begun <= count; begun++) {
    await expect.poll(() => pending.length).toBe(1)
    const response = pending.pop()
    response?.req.resume()
    response?.end('done')
  }
})

test.each([
  ['bodies of 64 KB together', bodyOf(40_000).repeat(2)],
  [
    'bodies of an unknown length',
    'POST /slow HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'.repeat(
      2,
    ),
  ],
])('a connection ends when %s wait, which no budget counts', async (_what, bodies) => {
  const { open, fetchStatus } = await startServer()
  await closed(await open(REQUEST.replace('/', '/slow') + bodies))
  expect(await fetchStatus()).toBe(200)
})
