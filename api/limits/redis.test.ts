import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startRedis } from '#api/test/redis-server.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'
import { createLimits } from './rate-limits.ts'
import { openRedis } from './redis.ts'

const server = await startRedis()
afterAll(() => server?.kill())
const POLL_OPTIONS = { timeout: 15_000, interval: 20 }
/** A request waits for Redis for 100 ms; a busy machine may add to that. */
const MAX_WAIT_MS = 100 + 400
const log = pino({ level: 'silent' })

/** One store for each simulated process. */
function openStores(...urls: string[]) {
  return urls.map((url) => {
    const store = openRedis(url, log)
    registerCleanup(store.close)
    return store
  })
}

const isHealthy = (store: ReturnType<typeof openRedis>) =>
  store.runIfHealthy(() => store.client.ping()).then((reply) => reply === 'PONG')

async function timed(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}

if (!server) test.skip('with Redis, which only root can install, on Debian', () => {})
else {
  const { url, start, kill, pause, resume } = server

  describe('rate limits', async () => {
    const proxy = await tcpProxy(url)
    registerCleanup(proxy.close)
    const stores = openStores(url, proxy.url)
    const [one, other] = stores.map(createLimits) as [
      ReturnType<typeof createLimits>,
      ReturnType<typeof createLimits>,
    ]
    const allHealthy = () => Promise.all(stores.map(isHealthy)).then((each) => each.every(Boolean))
    beforeAll(() => vi.waitFor(async () => expect(await allHealthy()).toBe(true), POLL_OPTIONS))

    const rateLimited = expect.objectContaining({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    })
    /** Consumes a key's remaining points in one process, and returns their number. */
    async function consumeAll(limits: typeof one, key: string): Promise<number> {
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

    test('are shared by all processes', async () => {
      const key = randomUUID()
      for (let i = 0; i < 6; i++) await one.consume('post', key)
      expect(await consumeAll(other, key)).toBe(4)
      await expect(one.consume('post', key)).rejects.toEqual(rateLimited)
      // The two rejected calls were counted, too.
      for (let i = 0; i < 3; i++) await other.refund('post', key)
      await expect(one.consume('post', key)).resolves.toBeUndefined()
      await expect(one.consume('post', key)).rejects.toEqual(rateLimited)
      await expect(one.consume('post', randomUUID())).resolves.toBeUndefined()
    })

    test('are counted by each process while Redis is down, and shared again afterwards', async () => {
      await kill()
      const key = randomUUID()
      expect([await consumeAll(one, key), await consumeAll(other, key)]).toEqual([10, 10])
      await start()
      await expect.poll(allHealthy, POLL_OPTIONS).toBe(true)
      const next = randomUUID()
      expect([await consumeAll(one, next), await consumeAll(other, next)]).toEqual([10, 0])
    })

    test('do not block requests while Redis does not reply', async () => {
      const key = randomUUID()
      pause()
      expect(await timed(one.consume('post', key))).toBeLessThan(MAX_WAIT_MS)
      expect(await timed(consumeAll(one, key))).toBeLessThan(MAX_WAIT_MS)
      resume()
      await expect.poll(allHealthy, POLL_OPTIONS).toBe(true)
    })

    test('do not block requests while a reply takes 300 ms, or after the connection breaks', async () => {
      const key = randomUUID()
      proxy.forward(150)
      expect(await timed(other.consume('post', key))).toBeLessThan(MAX_WAIT_MS)
      expect(await timed(consumeAll(other, key))).toBeLessThan(MAX_WAIT_MS)
      proxy.disconnect()
      expect(await timed(consumeAll(other, randomUUID()))).toBeLessThan(MAX_WAIT_MS)
      proxy.forward()
      await expect.poll(allHealthy, POLL_OPTIONS).toBe(true)
    })

    test('are counted by each process while Redis is out of memory, and the log says so once', async () => {
      const messages: string[] = []
      const store = openRedis(
        url,
        pino({}, { write: (line: string) => messages.push(JSON.parse(line).msg) }),
      )
      registerCleanup(store.close)
      await expect.poll(() => isHealthy(store), POLL_OPTIONS).toBe(true)
      const { client: admin } = stores[0] as (typeof stores)[0]
      await admin.call('CONFIG', 'SET', 'maxmemory', '1')
      try {
        await expect.poll(() => isHealthy(store), POLL_OPTIONS).toBe(false)
        const rejectedSets = async () =>
          Number(
            /cmdstat_set:.*rejected_calls=(\d+)/.exec(
              String(await admin.call('INFO', 'commandstats')),
            )?.[1] ?? 0,
          )
        const before = await rejectedSets()
        // Each of the three stores checks its health once a second.
        await expect.poll(rejectedSets, POLL_OPTIONS).toBeGreaterThan(before + 3)
        expect(await consumeAll(createLimits(store), randomUUID())).toBe(10)
        expect(messages).toEqual([
          'Redis is available',
          'Redis is unavailable: each process counts rate limits by itself until it is back',
        ])
      } finally {
        await admin.call('CONFIG', 'SET', 'maxmemory', '0')
      }
      await expect.poll(allHealthy, POLL_OPTIONS).toBe(true)
    })

    test('a connection that lost a command is replaced', async () => {
      proxy.blackhole()
      await other.consume('post', randomUUID())
      proxy.forward()
      await expect.poll(allHealthy, POLL_OPTIONS).toBe(true)
    })
  })
}
