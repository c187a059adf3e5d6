import pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { isPooled } from './backend-key.ts'
import { CLUSTER, IDENTITY, placeOf, TIMELINE } from './connection-target.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded/embedded.ts'

const OLDEST_VERSION = 15
const PATIENCE = 5_000

export interface DatabaseUrls {
  url: string
  /** Whether a pooler stands in between: a connection keeps nothing from one transaction to the next. */
  pooled: boolean
  /** Of the same database, never through a pooler: for migrations, LISTEN and whatever else needs a session of its own. */
  directUrl: string
}

/** A database that was found fit for use. */
export interface FoundDatabase {
  url: string
  pooled: boolean
  /** The same by whichever way one comes to it. */
  identity: string
  /** How often it or what it came from was promoted, and what it is a copy of, where that matters. */
  timeline: number
  cluster: string | null
}

export interface OpenDatabase extends DatabaseUrls {
  /** The bundled one; null for a database of the operator's own, which others look after. */
  embedded: EmbeddedDatabase | null
  /** Stops the embedded server; a database of the operator's own is left alone. */
  close(): Promise<void>
}

/**
 * The database of the settings, up and fit for use, not migrated yet. The caller holds the lock on the data directory.
 * @throws OperatorError in a sentence for the operator
 */
export async function openDatabase(
  settings: Settings,
  note: (sentence: string) => void,
): Promise<OpenDatabase> {
  if (settings.databaseUrls.length > 0)
    return { ...(await findDatabase(settings)), embedded: null, close: async () => {} }
  const embedded = await startEmbedded(settings.dataDir, { note })
  return {
    url: embedded.url,
    pooled: false,
    directUrl: embedded.url,
    embedded,
    close: embedded.stop,
  }
}

/**
 * The operator's own database, checked.
 * @throws OperatorError in a sentence for the operator
 */
export async function findDatabase(
  settings: Pick<Settings, 'databaseUrls' | 'databaseDirectUrls'>,
): Promise<DatabaseUrls> {
  const { url, pooled, identity } = await findPrimary(settings.databaseUrls)
  if (settings.databaseDirectUrls.length === 0) {
    if (!pooled) return { url, pooled, directUrl: url }
    throw new OperatorError(
      `A pooler stands in front of the database at ${placeOf(url)}, so DATABASE_DIRECT_URL has to say the way past it: migrations and LISTEN need a session of their own.`,
    )
  }
  const direct = await findPrimary(settings.databaseDirectUrls)
  if (direct.pooled)
    throw new OperatorError(
      `DATABASE_DIRECT_URL has to lead past every pooler, and one stands in front of ${placeOf(direct.url)}.`,
    )
  if (direct.identity !== identity)
    throw new OperatorError(
      `DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: ${placeOf(url)} is not the one at ${placeOf(direct.url)}.`,
    )
  return { url, pooled, directUrl: direct.url }
}

/**
 * The first of some databases that can be used: one that answers and is no standby. Of several, the one that was promoted last.
 * @throws OperatorError that says of each what is wrong with it
 */
export async function findPrimary(urls: readonly string[]): Promise<FoundDatabase> {
  const all = await Promise.allSettled(urls.map((url) => checkDatabase(url, urls.length > 1)))
  const found = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [best, ...rest] = found.sort((a, b) => b.timeline - a.timeline)
  const stranger = rest.find(({ cluster }) => cluster !== best?.cluster)
  if (best && stranger)
    throw new OperatorError(
      `The databases at ${placeOf(best.url)} and ${placeOf(stranger.url)} are not copies of each other: name one of them.`,
    )
  if (best) return best
  const problems = all.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  )
  const foreseen = problems.filter((problem) => problem instanceof OperatorError)
  if (foreseen.length < problems.length)
    throw problems.find((problem) => !(problem instanceof OperatorError))
  throw new OperatorError(foreseen.map(({ message }) => message).join(' '))
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

/** @throws OperatorError when the database does not answer or the product cannot use it */
async function checkDatabase(url: string, isOneOfSeveral: boolean): Promise<FoundDatabase> {
  const where = placeOf(url)
  const [timeline, cluster] = isOneOfSeveral ? [TIMELINE, CLUSTER] : ['0', 'null']
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<ServerRow>(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby,
        ${IDENTITY} AS identity, pg_backend_pid() AS pid, ${timeline} AS timeline, ${cluster} AS cluster`,
    )
    const [row] = rows
    const problem = row && problemOf(row)
    if (!row || problem) throw new OperatorError(`The database at ${where} ${problem}.`)
    return {
      url,
      pooled: isPooled(client, row.pid),
      identity: row.identity,
      timeline: row.timeline,
      cluster: row.cluster,
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The database at ${where} does not answer: ${messageOf(error)}.`)
  } finally {
    await client.end()
  }
}

function problemOf({ version, encoding, standby }: ServerRow): string | null {
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    return `is PostgreSQL ${version}, and ${OLDEST_VERSION} is the oldest that will do`
  if (encoding !== 'UTF8') return `is encoded in ${encoding}, and only UTF8 holds what people write`
  return standby ? 'is a standby, which cannot be written to' : null
}
