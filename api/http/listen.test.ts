import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { Settings } from '#api/settings/settings.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { freePort } from '#api/test/servers/free-port.ts'
import { listen } from './listen.ts'

const at = (port: number) => ({ host: 'localhost', port }) as Settings

async function listening(port: number) {
  const server = await listen((_req, res) => res.end('here'), at(port))
  registerCleanup(server.close)
  return server
}

test('localhost listens on both addresses, and closing frees the port', async () => {
  const port = await freePort()
  const server = await listening(port)
  for (const address of ['127.0.0.1', '[::1]'])
    expect(await (await fetch(`http://${address}:${port}`)).text()).toBe('here')
  await server.close()
  await listening(port)
})

test('a port in use is an error in one sentence', async () => {
  const port = await freePort()
  await listening(port)
  const inUse = (usedPort: number) =>
    `Port ${usedPort} is in use: stop what uses it, or set PORT to another one.`
  await expect(listen(() => {}, at(port))).rejects.toThrow(inUse(port))

  const other = createServer().listen(0, '127.0.0.1')
  registerCleanup(() => other.close())
  await once(other, 'listening')
  const { port: usedPort } = other.address() as { port: number }
  await expect(listen(() => {}, at(usedPort))).rejects.toThrow(inUse(usedPort))
})

test.skipIf(process.platform !== 'linux')(
  'a busy server accepts many connections per event loop turn',
  async () => {
    const port = await freePort()
    await listening(port)
    let turns = 0
    let over = false
    const turn = () => {
      const startedAt = performance.now()
      while (performance.now() - startedAt < 5);
      turns++
      if (!over) setImmediate(turn)
    }
    turn()
    const request = async () =>
      (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).text()
    const responses = await Promise.all(Array.from({ length: 200 }, request))
    over = true
    expect(new Set(responses)).toEqual(new Set(['here']))
    expect(turns).toBeLessThan(100)
  },
)
