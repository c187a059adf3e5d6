import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { withClient } from '#api/lib/pg-client.ts'
import type { Settings } from '#api/settings/settings.ts'
import { isPooled } from './backend-key.ts'
import { CLUSTER_ID, DATABASE_ID, TIMELINE, withoutCredentials } from './connection-target.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded/embedded.ts'

const MIN_VERSION = 15
const TIMEOUT_MS = 5_000

export interface DatabaseUrls {
  url: string
  /** Whether a pooler is in front: session state does not survive a transaction. */
  pooled: boolean
  /** The same database without a pooler, for migrations, LISTEN and other session features. */
  directUrl: string
}

/** A database that the product can use. */
export interface UsableDatabase {
  url: string
  pooled: boolean
  /** The same for every URL of the database, also through a pooler. */
  identity: string
  /** Known only if there are several URLs; see `TIMELINE` and `CLUSTER_ID`. */
  timeline: number
  cluster: string | null
}

export interface OpenDatabase extends DatabaseUrls {
  /** The bundled database; null for a database of the operator. */
  embedded: EmbeddedDatabase | null
  /** Stops the embedded server; has no effect on a database of the operator. */
  close(): Promise<void>
}

/**
 * Opens the database of the settings, which may need a migration.
 * The caller holds the lock on the data directory.
 * @param onNote receives sentences for the operator
 * @param signal ends the start of the bundled database, and stops it
 * @throws OperatorError when no database can be used, and the signal's reason
 */
export async function openDatabase(
  settings: Settings,
  onNote: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> {
  if (settings.databaseUrls.length > 0)
    return { ...(await findDatabase(settings)), embedded: null, close: async () => {} }
  const embedded = await startEmbedded(settings.dataDir, { onNote, signal })
  return {
    url: embedded.url,
    pooled: false,
    directUrl: embedded.url,
    embedded,
    close: embedded.stop,
  }
}

/**
 * Finds and checks the operator's database.
 * @throws OperatorError when it cannot be used
 */
export async function findDatabase(
  settings: Pick<Settings, 'databaseUrls' | 'databaseDirectUrls'>,
): Promise<DatabaseUrls> {
  const { url, pooled, identity } = await findPrimary(settings.databaseUrls)
  if (settings.databaseDirectUrls.length === 0) {
    if (!pooled) return { url, pooled, directUrl: url }
    throw new OperatorError(
      `The database at ${withoutCredentials(url)} is behind a pooler. Set DATABASE_DIRECT_URL to a direct connection: migrations and LISTEN need one.`,
    )
  }
  const direct = await findPrimary(settings.databaseDirectUrls)
  if (direct.pooled)
    throw new OperatorError(
      `DATABASE_DIRECT_URL goes through a pooler at ${withoutCredentials(direct.url)}. Set it to a direct connection to the database.`,
    )
  if (direct.identity !== identity)
    throw new OperatorError(
      `DATABASE_URL and DATABASE_DIRECT_URL are different databases: ${withoutCredentials(url)} and ${withoutCredentials(direct.url)}. Set both to the same one.`,
    )
  return { url, pooled, directUrl: direct.url }
}

/**
 * Finds the primary: the usable database with the newest timeline.
 * @throws OperatorError with the problem of each database
 */
export async function findPrimary(urls: readonly string[]): Promise<UsableDatabase> {
  const all = await Promise.allSettled(urls.map((url) => checkDatabase(url, urls.length > 1)))
  const usable = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [newest, ...rest] = usable.sort((a, b) => b.timeline - a.timeline)
  const unrelated = rest.find(({ cluster }) => cluster !== newest?.cluster)
  if (newest && unrelated)
    throw new OperatorError(
      `The databases at ${withoutCredentials(newest.url)} and ${withoutCredentials(unrelated.url)} are not copies of each other. Set only one of them.`,
    )
  if (newest) return newest
  const problems = all.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  const expected = problems.filter((problem) => problem instanceof OperatorError)
  if (expected.length < problems.length)
    throw problems.find((problem) => !(problem instanceof OperatorError))
  throw new OperatorError(expected.map(({ message }) => message).join(' '))
}

interface ServerRow {
  version: string
  encoding: string
  standby: boolean
  identity: string
  pid: number
  timeline: number
  cluster: string | null
}

/** @throws OperatorError when the database is unreachable or unusable */
async function checkDatabase(url: string, isOneOfSeveral: boolean): Promise<UsableDatabase> {
  const label = withoutCredentials(url)
  const [timeline, cluster] = isOneOfSeveral ? [TIMELINE, CLUSTER_ID] : ['0', 'null']
  const config = {
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  }
  try {
    return await withClient(config, async (client) => {
      const { rows } = await client.query<ServerRow>(
        `SELECT current_setting('server_version') AS version,
          current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby,
          ${DATABASE_ID} AS identity, pg_backend_pid() AS pid,
          ${timeline} AS timeline, ${cluster} AS cluster`,
      )
      const [row] = rows
      const problem = row && problemOf(row)
      if (!row || problem) throw new OperatorError(`The database at ${label} ${problem}.`)
      return { ...row, url, pooled: isPooled(client, row.pid) }
    })
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The database at ${label} does not answer: ${messageOf(error)}.`)
  }
}

function problemOf({ version, encoding, standby }: ServerRow): string | null {
  if (Number.parseInt(version, 10) < MIN_VERSION)
    return `runs PostgreSQL ${version}; use version ${MIN_VERSION} or newer`
  if (encoding !== 'UTF8') return `uses the encoding ${encoding}; create one with UTF8`
  return standby ? 'is a read-only standby' : null
}
