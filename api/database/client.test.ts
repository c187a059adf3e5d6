import { expect, test } from 'vitest'
import { processMetrics } from '#api/telemetry/registry.ts'
import { testDatabase } from '#api/test/database.ts'
import { createDatabase } from './client.ts'
import { isUnavailable } from './unavailable.ts'

const { database, url } = await testDatabase()

test('a connection that is lost while it rests is replaced, and ending the client leaves none', async () => {
  const other = createDatabase(`${url}?application_name=resting`, 1)
  const backend = async () =>
    (await other.rows<{ pid: number }>`SELECT pg_backend_pid() AS "pid"`)[0]?.pid
  const connections = async () => {
    const [row] = await database.rows<{ count: number }>`
      SELECT count(*)::int AS "count" FROM pg_stat_activity WHERE "datname" = current_database() AND "application_name" = 'resting'`
    return row?.count
  }
  const lost = await backend()
  await database.rows`SELECT pg_terminate_backend(${lost}::int)`
  await expect.poll(connections).toBe(0)
  await expect.poll(() => backend().catch(() => lost)).not.toBe(lost)
  await other.$disconnect()
  await expect.poll(connections).toBe(0)
})

test('a statement written by hand takes lists and nothing, and gives JSON as it is', async () => {
  const names = ['a "b"', 'c\\d', null]
  const rows = await database.rows<{ found: unknown }>`
    SELECT json_build_array(n, i) AS "found" FROM unnest(${names}::text[]) WITH ORDINALITY each(n, i) ORDER BY i`
  expect(rows.map(({ found }) => found)).toEqual(names.map((name, index) => [name, index + 1]))
})

test('a statement that is not answered in time fails then, is counted as failed, and its connection is replaced', async () => {
  const hasty = createDatabase(url, 1, { connection: 5_000, answer: 200 })
  const failed = async () =>
    (await processMetrics.getSingleMetric('database_statement_failures_total')?.get())?.values[0]
      ?.value ?? 0
  for (const sleep of [
    () => hasty.rows`SELECT pg_sleep(30)`,
    () => hasty.$queryRaw`SELECT pg_sleep(30)::text`,
  ]) {
    const before = await failed()
    expect(await sleep().catch(isUnavailable)).toBe(true)
    expect(await failed()).toBe(before + 1)
    expect(await hasty.rows`SELECT 1 AS "one"`).toEqual([{ one: 1 }])
  }
  await hasty.$disconnect()
})
