import { expect, test } from 'vitest'
import { disruptRedis, startServerPair } from './redis-unavailable.ts'
import { PATIENCE } from './time-limits.ts'

const servers = await startServerPair(1, PATIENCE)

test.skipIf(!servers)(
  'workers and servers share limits and changes, and visitors notice no failure of Redis',
  async () => {
    if (!servers) return
    try {
      expect(await disruptRedis(servers)).toEqual([])
    } finally {
      await servers.stop()
    }
  },
)
