import { expect, test } from 'vitest'
import { disruptRedis, startServerPair } from './redis-unavailable.ts'

const servers = await startServerPair(1)

test.skipIf(!servers)(
  'workers and servers share limits and changes, and visitors notice no failure of Redis',
  {
    timeout: 60_000,
  },
  async () => {
    if (!servers) return
    try {
      expect(await disruptRedis(servers)).toEqual([])
      expect(servers.responses.count).toBeGreaterThan(20)
    } finally {
      await servers.stop()
    }
  },
)
