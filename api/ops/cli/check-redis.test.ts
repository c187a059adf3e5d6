import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { startRedis } from '#api/test/redis-server.ts'
import { tcpProxy } from '#api/test/tcp-proxy.ts'
import { checkRedis } from './check-redis.ts'

const redis = await startRedis()
afterwards(() => redis?.kill())

test.skipIf(!redis)('doctor says whether Redis answers, and in time', async () => {
  if (!redis) return
  const proxy = await tcpProxy(redis.url)
  afterwards(proxy.close)
  const found = async () =>
    (await checkRedis(proxy.url)).map(({ isWell, sentence }) => [isWell, sentence])
  expect(await found()).toEqual([[true, expect.stringMatching(/^it answers within \d+ ms\.$/)]])
  const full = new Redis(redis.url)
  afterwards(() => full.disconnect())
  await full.config('SET', 'maxmemory', '1')
  expect(await found()).toEqual([
    [
      false,
      expect.stringMatching(
        /^it keeps nothing, so the server does without it: OOM .+ mend REDIS_URL\.$/,
      ),
    ],
  ])
  await full.config('SET', 'maxmemory', '0')
  proxy.pass(150)
  expect(await found()).toEqual([
    [
      false,
      expect.stringMatching(/^it takes \d{3,} ms for an answer, so the server does without it: /),
    ],
  ])
  proxy.cut()
  expect(await found()).toEqual([
    [
      false,
      expect.stringMatching(
        /^it does not answer, so the server does without it: .* mend REDIS_URL\.$/,
      ),
    ],
  ])
})
