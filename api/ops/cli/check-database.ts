import pg from 'pg'
import { connectionsPerProcess } from '#api/database/client.ts'
import { isUpToDate, readUpgrade } from '#api/database/migrate.ts'
import type { DatabaseUrls } from '#api/database/open.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { type Finding, well, wrong } from './checks.ts'
import { bytes, counted } from './words.ts'

const PATIENCE = 5_000
/** Seconds between two clocks from which on posts come in the wrong order and sessions end at the wrong time. */
const APART = 2
/** Of the first process, of a command, and those that PostgreSQL keeps for its administrator. */
const OTHER_CONNECTIONS = 8

/** A database that is known to answer, to have the right version and encoding, and to be no standby. */
export async function checkDatabase(
  { directUrl }: DatabaseUrls,
  settings: Pick<Settings, 'workers'>,
): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: directUrl,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return [
      await checkServer(client),
      await checkMigrations(client),
      await checkClock(client),
      await checkConnections(client, settings),
    ]
  } finally {
    await client.end()
  }
}

async function checkServer(client: pg.Client): Promise<Finding> {
  const began = performance.now()
  const { rows } = await client.query<{ version: string; size: string }>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size`,
  )
  const ms = Math.ceil(performance.now() - began)
  return well(
    'database',
    `PostgreSQL ${rows[0]?.version} answers within ${ms} ms; ${bytes(Number(rows[0]?.size))}.`,
  )
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const about = 'migrations'
  try {
    const upgrade = await readUpgrade(client)
    if (upgrade.applied.length === 0)
      return well(about, 'the database has no tables yet: the first start makes them.')
    if (isUpToDate(upgrade)) return well(about, 'the database is at this version.')
    const { migrations, functions } = upgrade
    const lacks = `${counted(migrations.length, 'migration', 'migrations')} and ${counted(functions.apply.length, 'function', 'functions')}`
    return wrong(
      about,
      `the database lacks ${lacks} of this version: start the server, or run "npm run cli -- migrate".`,
    )
  } catch (error) {
    return wrong(about, messageOf(error))
  }
}

/** As far apart as they are at least: the question takes a while itself. */
async function checkClock(client: pg.Client): Promise<Finding> {
  const began = Date.now()
  const { rows } = await client.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
  )
  const theirs = (rows[0]?.now ?? 0) * 1000
  const apart = Math.max(0, began - theirs, theirs - Date.now()) / 1000
  if (apart < APART) return well('clock', 'this machine and the database agree about the time.')
  return wrong(
    'clock',
    `this machine and the database are ${Math.round(apart)} seconds apart: set the clocks of both by NTP.`,
  )
}

async function checkConnections(
  client: pg.Client,
  { workers }: Pick<Settings, 'workers'>,
): Promise<Finding> {
  const { rows } = await client.query<{ most: number }>(
    `SELECT current_setting('max_connections')::int AS most`,
  )
  const most = rows[0]?.most ?? 0
  const needed = workers * (connectionsPerProcess(workers) + 1) + OTHER_CONNECTIONS
  if (most >= needed)
    return well('connections', `the database takes ${most}, and the product opens up to ${needed}.`)
  return wrong(
    'connections',
    `the database takes ${most}, and the product opens up to ${needed}: raise max_connections, or lower WEB_CONCURRENCY.`,
  )
}
