import pg from 'pg'
import { messageOf, OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

const OLDEST_VERSION = 15
const PATIENCE = 5_000

export interface DatabaseUrls {
  url: string
  /** Of the same database, never through a pooler: for migrations, LISTEN and whatever else needs a session of its own. */
  directUrl: string
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
export async function openDatabase(settings: Settings, note: (sentence: string) => void): Promise<OpenDatabase> {
  if (settings.databaseUrls.length > 0) return { ...(await findDatabase(settings)), embedded: null, close: async () => {} }
  const embedded = await startEmbedded(settings.dataDir, { note })
  return { url: embedded.url, directUrl: embedded.url, embedded, close: embedded.stop }
}

/**
 * The operator's own database, checked.
 * @throws OperatorError in a sentence for the operator
 */
export async function findDatabase(settings: Pick<Settings, 'databaseUrls' | 'databaseDirectUrls'>): Promise<DatabaseUrls> {
  const { databaseUrls, databaseDirectUrls } = settings
  const url = await findPrimary(databaseUrls)
  const directUrl = databaseDirectUrls.length > 0 ? await findPrimary(databaseDirectUrls) : url
  return { url, directUrl }
}

/**
 * The first of some databases that can be used: one that answers and is no standby.
 * @throws OperatorError that says of each what is wrong with it
 */
export async function findPrimary(urls: readonly string[]): Promise<string> {
  const problems: string[] = []
  for (const url of urls) {
    try {
      await checkDatabase(url)
      return url
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      problems.push(error.message)
    }
  }
  throw new OperatorError(problems.join(' '))
}

/** @throws OperatorError when the database does not answer or the product cannot use it */
async function checkDatabase(url: string): Promise<void> {
  const where = placeOf(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; encoding: string; standby: boolean }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`,
    )
    const problem = rows[0] && problemOf(rows[0])
    if (problem) throw new OperatorError(`The database at ${where} ${problem}.`)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The database at ${where} does not answer: ${messageOf(error)}.`)
  } finally {
    await client.end()
  }
}

function problemOf({ version, encoding, standby }: { version: string; encoding: string; standby: boolean }): string | null {
  if (Number.parseInt(version, 10) < OLDEST_VERSION) return `is PostgreSQL ${version}, and ${OLDEST_VERSION} is the oldest that will do`
  if (encoding !== 'UTF8') return `is encoded in ${encoding}, and only UTF8 holds what people write`
  return standby ? 'is a standby, which cannot be written to' : null
}

/** Host, port and name without the password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'localhost'}${pathname}`
}
