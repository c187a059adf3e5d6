import type { Database } from '#api/database/client.ts'

/** The number of statements that wait for a lock in the test's database. */
export async function lockWaits(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row?.count ?? 0
}
