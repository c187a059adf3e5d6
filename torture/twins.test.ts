import { expect, test } from 'vitest'
import { openTwins, redisAway } from './twins.ts'

const twins = await openTwins(1)

test.skipIf(!twins)(
  'limits and news are shared by two workers and another process, and nobody notices that Redis is away',
  {
    timeout: 60_000,
  },
  async () => {
    if (!twins) return
    try {
      expect(await redisAway(twins)).toEqual([])
      expect(twins.answers.count).toBeGreaterThan(20)
    } finally {
      await twins.end()
    }
  },
)
