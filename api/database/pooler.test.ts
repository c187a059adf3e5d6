import { describe, expect, test } from 'vitest'
import { afterwards } from '#api/test/afterwards.ts'
import { testDatabase } from '#api/test/database.ts'
import { hasPgBouncer, startPgBouncer } from '#api/test/pgbouncer.ts'
import { createDatabase } from './client.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { findDatabase } from './open.ts'

describe.skipIf(!hasPgBouncer())(
  'behind PgBouncer, where each transaction may have another connection',
  async () => {
    const { url } = await testDatabase()
    const pooler = await startPgBouncer(url, 4)
    afterwards(pooler.stop)

    test('the start finds it out, and says what is missing', async () => {
      await expect(
        findDatabase({ databaseUrls: [pooler.url], databaseDirectUrls: [url] }),
      ).resolves.toEqual({
        url: pooler.url,
        pooled: true,
        directUrl: url,
      })
      await expect(
        findDatabase({ databaseUrls: [pooler.url], databaseDirectUrls: [] }),
      ).rejects.toThrow(
        /^A pooler stands in front of the database at 127\.0\.0\.1:\d+\/test_\w+, so DATABASE_DIRECT_URL has to say the way past it: .+\.$/,
      )
      await expect(
        findDatabase({ databaseUrls: [pooler.url], databaseDirectUrls: [pooler.url] }),
      ).rejects.toThrow(
        /^DATABASE_DIRECT_URL has to lead past every pooler, and one stands in front of 127\.0\.0\.1:\d+\/test_\w+\.$/,
      )
    })

    /** Statements and transactions of many connections, mixed. */
    async function crowd(way: ConnectionTarget): Promise<unknown[]> {
      const database = createDatabase(way)
      afterwards(() => database.$disconnect())
      const ask = (index: number) =>
        index % 3 === 0
          ? database.$transaction([database.post.count(), database.user.count()])
          : database.$queryRaw`SELECT ${index}::int AS "index"`
      const outcomes: unknown[] = []
      for (let round = 0; round < 5; round++) {
        const all = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => ask(index)))
        outcomes.push(...all.filter(({ status }) => status === 'rejected'))
      }
      return outcomes
    }

    test('no statement needs what another connection was told', async () => {
      expect(await crowd({ url: pooler.url, pooled: true })).toEqual([])
      // Named statements are what would be missed there.
      expect(await crowd({ url: pooler.url, pooled: false })).not.toEqual([])
    })
  },
)
