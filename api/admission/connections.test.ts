import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
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
  server.on('request', () => requests++)
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

const responseOn = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('attack 20: a new connection evicts the oldest silent or idle one', async () => {
  const { open, fetchStatus } = await startServer()
  const silent = await open()
  const idle = await open(REQUEST)
  expect(await responseOn(idle)).toMatch(/^HTTP\/1\.1 200 /)
  const closed = [once(silent, 'close'), once(idle, 'close')]
  const others: Socket[] = []
  for (let i = 0; i < 3 * MAX_CONNECTIONS; i++) others.push(await open())
  await Promise.all(closed)
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
  const closed = once(rejected, 'close')
  for (let i = 0; i < 3 * MAX_CONNECTIONS; i++) await open()
  await closed
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
  await once(await open(slow.repeat(1_000)), 'close')
  expect(requests() - before).toBe(17)
  // The first one had begun, and runs to its end.
  expect(pending.map(({ destroyed, writableEnded }) => [destroyed, writableEnded])).toEqual([
    [true, false],
  ])
  expect(await fetchStatus()).toBe(200)
})
