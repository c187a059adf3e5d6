import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startRedis } from '#api/test/servers/redis-server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { createLimits, type Limits } from './rate-limits.ts'
import { openRedis } from './redis.ts'

const server = await startRedis()
afterAll(() => server?.kill())
const silentLog = pino({ level: 'silent' })
/** For stores that only an unreachable Redis makes unhealthy. */
const PATIENT = { commandTimeoutMs: 60_000 }

/** The store and the limits of one simulated process, by default with the product's timeout. */
function simulateProcess(url: string, options?: { commandTimeoutMs: number }, log = silentLog) {
  const store = openRedis(url, log, options)
  registerCleanup(store.close)
  const isHealthy = () =>
    store.runIfHealthy(() => store.client.ping()).then((reply) => reply === 'PONG')
  return { store, limits: createLimits(store), isHealthy }
}

const rateLimited = expect.objectContaining({
  code: 'RATE_LIMITED',
  retryAfter: expect.any(Number),
})

/** Consumes a key's remaining points in one process, and returns their number. */
async function consumeAll(limits: Limits, key: string): Promise<number> {
  for (let consumed = 0; ; consumed++) {
    const error = await limits.consume('post', key).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error) {
      expect(error).toEqual(rateLimited)
      return consumed
    }
  }
}

if (!server) test.skip('with Redis, which only root can install, on Debian', () => {})
else {
  const { url, start, kill, pause, resume } = server

  describe('rate limits', () => {
    const processes = [simulateProcess(url, PATIENT), simulateProcess(url, PATIENT)] as const
    const [one, other] = [processes[0].limits, processes[1].limits]
    const allHealthy = async () => {
      const each = await Promise.all(processes.map(({ isHealthy }) => isHealthy()))
      return each.every(Boolean)
    }
    beforeEach(() => expect.poll(allHealthy).toBe(true))

    test('are shared by all processes', async () => {
      const key = randomUUID()
      for (let i = 0; i < 6; i++) await one.consume('post', key)
      expect(await consumeAll(other, key)).toBe(4)
      await expect(one.consume('post', key)).rejects.toEqual(rateLimited)
      // The two rejected calls were counted, too.
      for (let i = 0; i < 3; i++) await other.refund('post', key)
      await expect(one.consume('post', key)).resolves.toMatchObject({ remaining: 0 })
      await expect(one.consume('post', key)).rejects.toEqual(rateLimited)
      await expect(one.consume('post', randomUUID())).resolves.toMatchObject({ remaining: 9 })
    })

    test('are stored by hashed keys', async () => {
      const { store, isHealthy } = simulateProcess(url, PATIENT)
      await expect.poll(isHealthy).toBe(true)
      const limits = [createLimits(store, 'one secret'), createLimits(store, 'another')] as const
      for (const each of limits) await each.consume('signIn', '198.51.100.7')
      const keys = (await store.client.keys('*')).filter((key) => key.includes('signIn'))
      expect(new Set(keys).size).toBe(2)
      expect(keys.join()).not.toContain('198.51.100')
    })

    test('are counted by each process while Redis is down, and shared again afterwards', async () => {
      await kill()
      const key = randomUUID()
      expect([await consumeAll(one, key), await consumeAll(other, key)]).toEqual([10, 10])
      await start()
      await expect.poll(allHealthy).toBe(true)
      const next = randomUUID()
      expect([await consumeAll(one, next), await consumeAll(other, next)]).toEqual([10, 0])
    })

    test('do not block requests while Redis does not reply', async () => {
      const { limits, store, isHealthy } = simulateProcess(url)
      await expect.poll(isHealthy).toBe(true)
      expect(store.client.options.commandTimeout).toBe(100)
      const key = randomUUID()
      pause()
      try {
        // All calls return during the pause, and only the process itself can have counted them.
        await limits.consume('post', key)
        expect(await consumeAll(limits, key)).toBe(9)
      } finally {
        resume()
      }
      await expect.poll(isHealthy).toBe(true)
    })

    test('do not block requests while a reply takes 300 ms, or after the connection breaks', async () => {
      const proxy = await tcpProxy(url)
      registerCleanup(proxy.close)
      const { limits, isHealthy } = simulateProcess(proxy.url)
      await expect.poll(isHealthy).toBe(true)
      const key = randomUUID()
      proxy.forward(150)
      await limits.consume('post', key)
      expect(await consumeAll(limits, key)).toBe(9)
      proxy.disconnect()
      expect(await consumeAll(limits, randomUUID())).toBe(10)
      proxy.forward()
      await expect.poll(isHealthy).toBe(true)
    })

    test('are counted by each process while Redis is out of memory, and the log says so once', async () => {
      const messages: string[] = []
      const log = pino({}, { write: (line: string) => messages.push(JSON.parse(line).msg) })
      const { limits, isHealthy } = simulateProcess(url, PATIENT, log)
      await expect.poll(isHealthy).toBe(true)
      const { client: admin } = processes[0].store
      await admin.call('CONFIG', 'SET', 'maxmemory', '1')
      try {
        await expect.poll(isHealthy).toBe(false)
        const rejectedSets = async () =>
          Number(
            /cmdstat_set:.*rejected_calls=(\d+)/.exec(
              String(await admin.call('INFO', 'commandstats')),
            )?.[1] ?? 0,
          )
        const before = await rejectedSets()
        // Each of the three stores checks its health once a second.
        await expect.poll(rejectedSets).toBeGreaterThan(before + 3)
        expect(await consumeAll(limits, randomUUID())).toBe(10)
        expect(messages).toEqual([
          'Redis is available',
          'Redis is unavailable: each process counts rate limits by itself until it is back',
        ])
      } finally {
        await admin.call('CONFIG', 'SET', 'maxmemory', '0')
      }
      await expect.poll(isHealthy).toBe(true)
    })

    test('a connection that lost a command is replaced', async () => {
      const proxy = await tcpProxy(url)
      registerCleanup(proxy.close)
      const { limits, isHealthy } = simulateProcess(proxy.url)
      await expect.poll(isHealthy).toBe(true)
      proxy.blackhole()
      await limits.consume('post', randomUUID())
      proxy.forward()
      await expect.poll(isHealthy).toBe(true)
    })
  })
}
