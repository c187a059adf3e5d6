import type pg from 'pg'
import { connectionsPerProcess } from '#api/database/client.ts'
import { isUpToDate, readUpgrade } from '#api/database/migrate.ts'
import type { DatabaseUrls } from '#api/database/open.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { withClient } from '#api/lib/pg-client.ts'
import type { Settings } from '#api/settings/settings.ts'
import { type CheckResult, failed, passed } from './checks.ts'
import { formatBytes, pluralize } from './format.ts'

const TIMEOUT_MS = 5_000
/** More clock skew puts posts in the wrong order and ends sessions at the wrong time. */
const MAX_SKEW_SECONDS = 2
/** Connections of the first process and of a command, and those reserved for superusers. */
const OTHER_CONNECTIONS = 8

/** The caller has verified that the database responds, is supported and accepts writes. */
export function checkDatabase(
  { directUrl }: DatabaseUrls,
  settings: Pick<Settings, 'workers'>,
): Promise<CheckResult[]> {
  const config = {
    connectionString: directUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  }
  return withClient(config, async (client) => [
    await checkServer(client),
    await checkMigrations(client),
    await checkClock(client),
    await checkConnections(client, settings),
  ])
}

async function checkServer(client: pg.Client): Promise<CheckResult> {
  const startedAt = performance.now()
  const { rows } = await client.query<{ version: string; size: string }>(
    `SELECT current_setting('server_version') AS version,
       pg_database_size(current_database()) AS size`,
  )
  const ms = Math.ceil(performance.now() - startedAt)
  return passed(
    'database',
    `PostgreSQL ${rows[0]?.version} responds within ${ms} ms; ` +
      `its size is ${formatBytes(Number(rows[0]?.size))}.`,
  )
}

async function checkMigrations(client: pg.Client): Promise<CheckResult> {
  const subject = 'migrations'
  try {
    const upgrade = await readUpgrade(client)
    if (upgrade.applied.length === 0)
      return passed(subject, 'the database has no tables yet; the first start creates them.')
    if (isUpToDate(upgrade)) return passed(subject, 'the database is at this version.')
    const { migrations, functions } = upgrade
    const missing = [
      pluralize(migrations.length, 'migration'),
      pluralize(functions.apply.length, 'function'),
    ].join(' and ')
    return failed(
      subject,
      `the database lacks ${missing} of this version. ` +
        'Start the server, or run "npm run cli -- migrate".',
    )
  } catch (error) {
    return failed(subject, messageOf(error))
  }
}

/** A lower bound of the clock skew: the query itself takes time. */
async function checkClock(client: pg.Client): Promise<CheckResult> {
  const startedAt = Date.now()
  const { rows } = await client.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
  )
  const databaseTime = (rows[0]?.now ?? 0) * 1000
  const skew = Math.max(0, startedAt - databaseTime, databaseTime - Date.now()) / 1000
  if (skew < MAX_SKEW_SECONDS)
    return passed('clock', 'the clocks of this machine and the database agree.')
  return failed(
    'clock',
    `the clocks of this machine and the database are ${Math.round(skew)} seconds apart. ` +
      'Synchronize both with NTP.',
  )
}

async function checkConnections(
  client: pg.Client,
  { workers }: Pick<Settings, 'workers'>,
): Promise<CheckResult> {
  const { rows } = await client.query<{ max: number }>(
    `SELECT current_setting('max_connections')::int AS max`,
  )
  const max = rows[0]?.max ?? 0
  const needed = workers * (connectionsPerProcess(workers) + 1) + OTHER_CONNECTIONS
  if (max >= needed)
    return passed(
      'connections',
      `the database allows ${max}, and the server opens up to ${needed}.`,
    )
  return failed(
    'connections',
    `the database allows ${max}, and the server opens up to ${needed}. ` +
      'Raise max_connections, or lower WEB_CONCURRENCY.',
  )
}
