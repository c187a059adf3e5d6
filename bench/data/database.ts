import { setTimeout } from 'node:timers/promises'
import { query, urlOfDatabase } from '../../api/database/embedded/cluster.ts'
import { findEmbedded, startEmbedded } from '../../api/database/embedded/embedded.ts'
import { type DataLock, tryLock } from '../../api/database/lock.ts'
import { OperatorError } from '../../api/lib/operator-error.ts'
import { BENCH_DIR } from '../paths.ts'

export interface Cluster {
  /** Address of the `postgres` database. */
  url: string
  /** Stops the server if this process started it. */
  close(): Promise<void>
}

const LOCK_TIMEOUT_MS = 300_000
const POLL_MS = 250

/**
 * Starts the bundled PostgreSQL in the benchmark's directory, or shares the one that another
 * benchmark runs.
 * @param settings of PostgreSQL; a shared server keeps its own
 * @throws OperatorError when the directory stays locked
 */
export async function openCluster(settings: string[] = []): Promise<Cluster> {
  for (
    const startedAt = Date.now();
    Date.now() - startedAt < LOCK_TIMEOUT_MS;
    await setTimeout(POLL_MS)
  ) {
    const lock = tryLock(BENCH_DIR)
    if (lock) return startCluster(settings, lock)
    const url = await findEmbedded(BENCH_DIR)
    if (url) return { url, close: async () => {} }
  }
  throw new OperatorError(`Another process uses ${BENCH_DIR}, but its database does not respond.`)
}

async function startCluster(settings: string[], lock: DataLock): Promise<Cluster> {
  const start = () => startEmbedded(BENCH_DIR, { settings, onNote: console.log })
  let { url, stop } = await start()
  // A server left running by an interrupted load has settings that would distort measurements.
  const [row] = await query<{ fsync: string }>(url, 'SHOW fsync')
  if (row?.fsync === 'off' && settings.length === 0) {
    await stop()
    ;({ url, stop } = await start())
  }
  const close = async () => {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await stop()
    lock.release()
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  return { url, close }
}

const databaseName = (posts: number) => `posts_${posts}`
/** Change it when the same number of posts yields different data. */
const DATA_VERSION = 'Good Vibes benchmark, make 3'

/** @returns the address of the complete database with this number of posts, or null */
export async function findDataset({ url }: Cluster, posts: number): Promise<string | null> {
  const rows = await query<{ version: string | null }>(
    url,
    `SELECT shobj_description(oid, 'pg_database') AS version FROM pg_database WHERE datname = '${databaseName(posts)}'`,
  )
  return rows[0]?.version === DATA_VERSION ? urlOfDatabase(url, databaseName(posts)) : null
}

/** Replaces the database with this number of posts by an empty one. */
export async function createEmptyDatabase({ url }: Cluster, posts: number): Promise<string> {
  await query(url, `DROP DATABASE IF EXISTS "${databaseName(posts)}" WITH (FORCE)`)
  await query(url, `CREATE DATABASE "${databaseName(posts)}"`)
  return urlOfDatabase(url, databaseName(posts))
}

export async function markComplete({ url }: Cluster, posts: number): Promise<void> {
  await query(url, `COMMENT ON DATABASE "${databaseName(posts)}" IS '${DATA_VERSION}'`)
}
