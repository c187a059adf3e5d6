import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '#api/test/database/pgbouncer.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { createDatabase } from './client.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { findDatabase } from './open.ts'

describe.skipIf(!hasPgBouncer())(
  'behind PgBouncer, where each transaction may have another connection',
  () => {
    let url: string
    let pooler: PgBouncer
    beforeAll(async () => {
      url = (await testDatabase()).url
      pooler = await startPgBouncer(url, 4)
      return pooler.stop
    })

    test('the start detects the pooler and asks for a direct connection', async () => {
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
        /^The database at 127\.0\.0\.1:\d+\/test_\w+ is behind a pooler\. Set DATABASE_DIRECT_URL to a direct connection: .+\.$/,
      )
      await expect(
        findDatabase({ databaseUrls: [pooler.url], databaseDirectUrls: [pooler.url] }),
      ).rejects.toThrow(
        /^DATABASE_DIRECT_URL goes through a pooler at 127\.0\.0\.1:\d+\/test_\w+\. Set it to a direct connection to the database\.$/,
      )
    })

    /** Runs statements and transactions on many connections and returns the failures. */
    async function runConcurrently(target: ConnectionTarget): Promise<unknown[]> {
      const database = createDatabase(target)
      registerCleanup(() => database.$disconnect())
      const run = (index: number) =>
        index % 3 === 0
          ? database.$transaction([database.post.count(), database.user.count()])
          : database.$queryRaw`SELECT ${index}::int AS "index"`
      const failures: unknown[] = []
      for (let round = 0; round < 5; round++) {
        const all = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => run(index)))
        failures.push(...all.filter(({ status }) => status === 'rejected'))
      }
      return failures
    }

    test('no statement depends on the session state of a connection', async () => {
      expect(await runConcurrently({ url: pooler.url, pooled: true })).toEqual([])
      // Named statements fail on another connection.
      expect(await runConcurrently({ url: pooler.url, pooled: false })).not.toEqual([])
    })
  },
)
