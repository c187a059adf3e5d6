import { expect, test } from 'vitest'
import { processMetrics } from '#api/telemetry/registry.ts'
import { testDatabase } from '#api/test/database/database.ts'
import { createDatabase } from './client.ts'
import { isUnavailable } from './unavailable.ts'

const { database, url } = await testDatabase()

test('replaces an idle connection that is lost, and leaves no connection after the end', async () => {
  const other = createDatabase(`${url}?application_name=idle-test`, 1)
  const backend = async () =>
    (await other.rows<{ pid: number }>`SELECT pg_backend_pid() AS "pid"`)[0]?.pid
  const connections = async () => {
    const [row] = await database.rows<{ count: number }>`
      SELECT count(*)::int AS "count" FROM pg_stat_activity WHERE "datname" = current_database() AND "application_name" = 'idle-test'`
    return row?.count
  }
  const lostPid = await backend()
  await database.rows`SELECT pg_terminate_backend(${lostPid}::int)`
  await expect.poll(connections).toBe(0)
  await expect.poll(() => backend().catch(() => lostPid)).not.toBe(lostPid)
  await other.$disconnect()
  await expect.poll(connections).toBe(0)
})

test('raw SQL accepts lists and null, and returns parsed JSON', async () => {
  const names = ['a "b"', 'c\\d', null]
  const rows = await database.rows<{ found: unknown }>`
    SELECT json_build_array(n, i) AS "found" FROM unnest(${names}::text[]) WITH ORDINALITY each(n, i) ORDER BY i`
  expect(rows.map(({ found }) => found)).toEqual(names.map((name, index) => [name, index + 1]))
})

/** Holds the lock until `release` is called. */
async function hold(key: number) {
  const { promise: held, resolve: onHeld } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const ended = database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${key})`
      onHeld()
      await released
    },
    { timeout: 300_000, maxWait: 300_000 },
  )
  await Promise.race([held, ended])
  return async () => {
    release()
    await ended
  }
}

const waiting = async () =>
  (
    await database.rows<{ count: number }>`
      SELECT count(*)::int AS "count" FROM pg_locks
      WHERE "locktype" = 'advisory' AND NOT "granted" AND "database" = (
        SELECT "oid" FROM pg_database WHERE "datname" = current_database())`
  )[0]?.count

test('a statement that loses a deadlock runs again', async () => {
  const releaseThird = await hold(3)
  let statement: Promise<unknown> = Promise.resolve()
  await database.$transaction(
    async (transaction) => {
      // The statement waits last, so it alone finds the deadlock.
      await transaction.$executeRaw`SET LOCAL deadlock_timeout = '1h'`
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(1)`
      statement = database.rows`
        SELECT pg_advisory_xact_lock("key")::text FROM unnest('{2, 3, 1}'::int[]) "key"`
      await expect.poll(waiting).toBe(1)
      const second = transaction.$executeRaw`SELECT pg_advisory_xact_lock(2)`
      // Prisma's statements start when they are awaited.
      const completed = second.then(() => {})
      await expect.poll(waiting).toBe(2)
      await releaseThird()
      await completed
    },
    { timeout: 300_000, maxWait: 300_000 },
  )
  expect(await statement).toHaveLength(3)
})

test('a statement that exceeds its timeout fails, counts as failed, and its connection is replaced', async () => {
  const impatient = createDatabase(url, 1, { connectionMs: 60_000, statementMs: 200 })
  const failureCount = async () =>
    (await processMetrics.getSingleMetric('database_statement_failures_total')?.get())?.values[0]
      ?.value ?? 0
  for (const sleep of [
    () => impatient.rows`SELECT pg_sleep(30)`,
    () => impatient.$queryRaw`SELECT pg_sleep(30)::text`,
  ]) {
    const before = await failureCount()
    expect(await sleep().catch(isUnavailable)).toBe(true)
    expect(await failureCount()).toBe(before + 1)
    await expect
      .poll(() => impatient.rows`SELECT 1 AS "one"`.catch(() => null))
      .toEqual([{ one: 1 }])
  }
  await impatient.$disconnect()
})
