import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { startRedis } from '#api/test/redis-server.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'
import { createLimits } from './rate-limits.ts'
import { openRedis } from './redis.ts'

const server = await startRedis()
afterAll(() => server?.kill())
const PATIENCE = { timeout: 15_000, interval: 20 }
/** Milliseconds: what a request may wait for Redis, and what a busy machine may add to that. */
const SOON = 100 + 400
const log = pino({ level: 'silent' })
const _HOUR = 3_600_000

/** As many processes as urls, as far as they share something. */
function openStores(...urls: string[]) {
  return urls.map((url) => {
    const store = openRedis(url, log)
    afterwards(store.close)
    return store
  })
}

const isWell = (store: ReturnType<typeof openRedis>) =>
  store.attempt(() => store.client.ping()).then((answer) => answer === 'PONG')

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return performance.now() - began
}

if (!server) test.skip('with a Redis, which can only be installed by root on Debian', () => {})
else {
  const { url, start, kill, pause, goOn } = server

  describe('limits', async () => {
    const proxy = await tcpProxy(url)
    afterwards(proxy.close)
    const stores = openStores(url, proxy.url)
    const [one, other] = stores.map(createLimits) as [
      ReturnType<typeof createLimits>,
      ReturnType<typeof createLimits>,
    ]
    const allWell = () => Promise.all(stores.map(isWell)).then((each) => each.every(Boolean))
    beforeAll(() => vi.waitFor(async () => expect(await allWell()).toBe(true), PATIENCE))

    const tooMany = expect.objectContaining({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    })
    /** Uses up what is left to a key in one process, and tells how much that was. */
    async function takeAll(limits: typeof one, key: string): Promise<number> {
      for (let used = 0; ; used++) {
        const refusal = await limits.consume('post', key).then(
          () => null,
          (error: unknown) => error,
        )
        if (refusal) {
          expect(refusal).toEqual(tooMany)
          return used
        }
      }
    }

    test('are counted by all processes together', async () => {
      const key = randomUUID()
      for (let i = 0; i < 6; i++) await one.consume('post', key)
      expect(await takeAll(other, key)).toBe(4)
      await expect(one.consume('post', key)).rejects.toEqual(tooMany)
      // Two were refused, and counted.
      for (let i = 0; i < 3; i++) await other.refund('post', key)
      await expect(one.consume('post', key)).resolves.toBeUndefined()
      await expect(one.consume('post', key)).rejects.toEqual(tooMany)
      await expect(one.consume('post', randomUUID())).resolves.toBeUndefined()
    })

    test('are counted by each process while it is gone, and together again when it is back', async () => {
      await kill()
      const key = randomUUID()
      expect([await takeAll(one, key), await takeAll(other, key)]).toEqual([10, 10])
      await start()
      await expect.poll(allWell, PATIENCE).toBe(true)
      const next = randomUUID()
      expect([await takeAll(one, next), await takeAll(other, next)]).toEqual([10, 0])
    })

    test('hold nobody up while it is silent', async () => {
      const key = randomUUID()
      pause()
      expect(await timed(one.consume('post', key))).toBeLessThan(SOON)
      expect(await timed(takeAll(one, key))).toBeLessThan(SOON)
      goOn()
      await expect.poll(allWell, PATIENCE).toBe(true)
    })

    test('hold nobody up while it takes 300 ms for an answer, nor after the connection was cut', async () => {
      const key = randomUUID()
      proxy.pass(150)
      expect(await timed(other.consume('post', key))).toBeLessThan(SOON)
      expect(await timed(takeAll(other, key))).toBeLessThan(SOON)
      proxy.cut()
      expect(await timed(takeAll(other, randomUUID()))).toBeLessThan(SOON)
      proxy.pass()
      await expect.poll(allWell, PATIENCE).toBe(true)
    })

    test('are counted by each process while it has no room for them, which the log tells once', async () => {
      const told: string[] = []
      const store = openRedis(
        url,
        pino({}, { write: (line: string) => told.push(JSON.parse(line).msg) }),
      )
      afterwards(store.close)
      await expect.poll(() => isWell(store), PATIENCE).toBe(true)
      const { client: admin } = stores[0] as (typeof stores)[0]
      await admin.call('CONFIG', 'SET', 'maxmemory', '1')
      try {
        await expect.poll(() => isWell(store), PATIENCE).toBe(false)
        const refused = async () =>
          Number(
            /cmdstat_set:.*rejected_calls=(\d+)/.exec(
              String(await admin.call('INFO', 'commandstats')),
            )?.[1] ?? 0,
          )
        const before = await refused()
        // Each of the three asks once a second.
        await expect.poll(refused, PATIENCE).toBeGreaterThan(before + 3)
        expect(await takeAll(createLimits(store), randomUUID())).toBe(10)
        expect(told).toEqual([
          'Redis answers',
          'Redis is of no use at the moment; each process goes on without it until it is',
        ])
      } finally {
        await admin.call('CONFIG', 'SET', 'maxmemory', '0')
      }
      await expect.poll(allWell, PATIENCE).toBe(true)
    })

    test('a connection on which something was lost is given up', async () => {
      proxy.silence()
      await other.consume('post', randomUUID())
      proxy.pass()
      await expect.poll(allWell, PATIENCE).toBe(true)
    })
  })
}
