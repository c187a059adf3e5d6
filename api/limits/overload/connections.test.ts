import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createHttpServer } from '#api/http/server.ts'
import { afterwards } from '#api/test/afterwards.ts'
import { limitConnections, releaseSlot } from './connections.ts'

const MOST = 20
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function serverWithFewConnections() {
  const held: ServerResponse[] = []
  const server = createHttpServer((req, res) => {
    if (req.url === '/refused') releaseSlot(req)
    if (req.url === '/') res.end('done')
    else held.push(res)
  })
  limitConnections([server], MOST)
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  afterwards(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    held,
    async open(text = '') {
      const socket = connect(port, 'localhost').setEncoding('utf8')
      afterwards(() => socket.destroy())
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return socket
    },
    ask: async () =>
      (await fetch(`http://localhost:${port}`, { headers: { connection: 'close' } })).status,
  }
}

const answerOn = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('attack 20: whoever comes has a place, and of silent and of idle connections the oldest loses its own', async () => {
  const { open, ask } = await serverWithFewConnections()
  const silent = await open()
  const idle = await open(REQUEST)
  expect(await answerOn(idle)).toMatch(/^HTTP\/1\.1 200 /)
  const gone = [once(silent, 'close'), once(idle, 'close')]
  const others: Socket[] = []
  for (let i = 0; i < 3 * MOST; i++) others.push(await open())
  await Promise.all(gone)
  expect(await ask()).toBe(200)
})

test('a connection whose request is being answered keeps its place', async () => {
  const { open, ask, held } = await serverWithFewConnections()
  const busy = await open(REQUEST.replace('/', '/slow'))
  await expect.poll(() => held.length).toBe(1)
  for (let i = 0; i < 3 * MOST; i++) await open()
  expect(await ask()).toBe(200)
  held[0]?.end('done')
  expect(await answerOn(busy)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a connection whose request was refused does not keep its place', async () => {
  const { open, ask, held } = await serverWithFewConnections()
  const refused = await open(REQUEST.replace('/', '/refused'))
  await expect.poll(() => held.length).toBe(1)
  const gone = once(refused, 'close')
  for (let i = 0; i < 3 * MOST; i++) await open()
  await gone
  expect(await ask()).toBe(200)
})
