import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startRedis } from '#api/test/servers/redis-server.ts'
import { tcpProxy } from '#api/test/servers/tcp-proxy.ts'
import { checkRedis } from './check-redis.ts'

const redis = await startRedis()
registerCleanup(() => redis?.kill())

test.skipIf(!redis)('doctor checks that Redis responds in time and accepts writes', async () => {
  if (!redis) return
  const proxy = await tcpProxy(redis.url)
  registerCleanup(proxy.close)
  const results = async (serverTimeoutMs?: number) =>
    (await checkRedis(proxy.url, { timeoutMs: 60_000, serverTimeoutMs })).map(({ ok, message }) => [
      ok,
      message,
    ])
  expect(await results(60_000)).toEqual([
    [true, expect.stringMatching(/^it responds within \d+ ms\.$/)],
  ])
  const full = new Redis(redis.url)
  registerCleanup(() => full.disconnect())
  await full.config('SET', 'maxmemory', '1')
  expect(await results()).toEqual([
    [
      false,
      expect.stringMatching(
        /^it rejects writes, so the server doesn't use it: OOM .+ correct REDIS_URL\.$/,
      ),
    ],
  ])
  await full.config('SET', 'maxmemory', '0')
  proxy.forward(150)
  expect(await results()).toEqual([
    [
      false,
      expect.stringMatching(/^it takes \d{3,} ms to respond, so the server doesn't use it\. /),
    ],
  ])
  proxy.disconnect()
  expect(await results()).toEqual([
    [
      false,
      expect.stringMatching(
        /^it does not respond, so the server doesn't use it: .* correct REDIS_URL\.$/,
      ),
    ],
  ])
})
