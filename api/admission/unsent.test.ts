import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { compressResponses } from '#api/http/compression.ts'
import { createHttpServer } from '#api/http/server.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { limitConnections } from './connections.ts'
import { STALLED_CHECKS, UnsentBudget } from './unsent.ts'

const MEGABYTE = 1024 * 1024
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function serve(app: RequestListener) {
  const server = createHttpServer(app)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const connections = limitConnections([server])
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  registerCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    server,
    sockets,
    connections,
    open(text: string) {
      const socket = connect(port, '127.0.0.1').pause()
      registerCleanup(() => socket.destroy())
      socket.on('error', () => {}).write(text)
      return socket
    },
  }
}

/** Each response is far more than the system's buffers take. */
const large: RequestListener = (_req, res) => res.end(Buffer.alloc(20 * MEGABYTE))
const destroyed = (sockets: Socket[]) => sockets.map((socket) => socket.destroyed)

test('beyond the budget, the unread responses that wait longest are ended', async () => {
  const { open, sockets, connections } = await serve(large)
  const budget = new UnsentBudget(connections, 70 * MEGABYTE)
  for (let count = 1; count <= 3; count++) {
    open(REQUEST)
    await expect.poll(() => sockets.filter((each) => each.writableLength > 0).length).toBe(count)
    budget.check()
  }
  expect(destroyed(sockets)).toEqual([false, false, false])
  open(REQUEST)
  await expect.poll(() => sockets[3]?.writableLength).toBeGreaterThan(0)
  budget.check()
  expect(destroyed(sockets)).toEqual([true, false, false, false])
})

test('small unread responses are ended when no large one is left', async () => {
  const { open, sockets, connections } = await serve(large)
  const budget = new UnsentBudget(connections, 0)
  open(REQUEST)
  await expect.poll(() => sockets.some((each) => each.writableLength > 0)).toBe(true)
  Object.defineProperty(sockets[0], 'writableLength', { value: 1_000 })
  budget.check()
  expect(destroyed(sockets)).toEqual([true])
})

test('a connection that takes nothing for 30 s is ended, whatever it sends; quiet and slow ones are not', async () => {
  const { open, sockets, connections } = await serve((req, res) => {
    if (req.url === '/stream') res.write('a few bytes')
    else large(req, res)
  })
  open(REQUEST.replace('/', '/stream'))
  await expect.poll(() => sockets.length).toBe(1)
  const silent = open(REQUEST)
  await expect.poll(() => sockets[1]?.writableLength).toBeGreaterThan(0)
  const slow = open(REQUEST)
  await expect.poll(() => sockets[2]?.writableLength).toBeGreaterThan(0)
  const budget = new UnsentBudget(connections, 100 * MEGABYTE)
  const received = () => sockets[1]?.bytesRead ?? 0
  for (let check = 0; check < 2 * STALLED_CHECKS; check++) {
    const before = received()
    if (!silent.destroyed) silent.write('\r\n')
    slow.resume()
    await once(slow, 'data')
    slow.pause()
    if (check < 10) await expect.poll(received).toBeGreaterThan(before)
    budget.check()
  }
  expect(destroyed(sockets)).toEqual([false, true, false])
})

test('a response that waits in the compressor counts', async () => {
  const app = express().use(compressResponses)
  const noise = randomBytes(20 * MEGABYTE).toString('base64')
  app.get('/', (_req, res) => res.json(noise))
  const { open, sockets, connections } = await serve(app)
  open(REQUEST.replace('\r\n\r\n', '\r\nAccept-Encoding: gzip\r\n\r\n'))
  await expect.poll(() => sockets[0]?.writableLength).toBeGreaterThan(0)
  expect(sockets[0]?.writableLength).toBeLessThan(MEGABYTE)
  new UnsentBudget(connections, 10 * MEGABYTE).check()
  expect(destroyed(sockets)).toEqual([true])
})
