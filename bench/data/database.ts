import { setTimeout } from 'node:timers/promises'
import { query, urlOfDatabase } from '../../api/database/embedded/cluster.ts'
import { findEmbedded, startEmbedded } from '../../api/database/embedded/embedded.ts'
import { type DataLock, tryLock } from '../../api/database/lock.ts'
import { OperatorError } from '../../api/lib/operator-error.ts'
import { BENCH_DIR } from '../place.ts'

export interface Cluster {
  /** Of the database that every cluster has. */
  url: string
  /** Stops it, if this process started it. */
  close(): Promise<void>
}

const PATIENCE = 60_000
const BETWEEN_LOOKS = 250

/**
 * The bundled PostgreSQL on the benchmark's own directory, with the settings that the product gives it; one that another
 * benchmark has started is shared.
 * @param settings of PostgreSQL, which only a database of one's own can be started with
 */
export async function openCluster(settings: string[] = []): Promise<Cluster> {
  for (const began = Date.now(); Date.now() - began < PATIENCE; await setTimeout(BETWEEN_LOOKS)) {
    const lock = tryLock(BENCH_DIR)
    if (lock) return startOwn(settings, lock)
    const url = await findEmbedded(BENCH_DIR)
    if (url) return { url, close: async () => {} }
  }
  throw new OperatorError(`${BENCH_DIR} is in use, and its database does not answer.`)
}

async function startOwn(settings: string[], lock: DataLock): Promise<Cluster> {
  const start = () => startEmbedded(BENCH_DIR, { settings, onNote: console.log })
  let { url, stop } = await start()
  // One that was left behind while data was loaded has settings that nothing may be measured with.
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

const nameOf = (posts: number) => `posts_${posts}`
/** Changes whenever the same number of posts becomes another database. */
const MAKE = 'Good Vibes benchmark, make 1'

/** Where the database of so many posts is, if it is there and whole. */
export async function findData({ url }: Cluster, posts: number): Promise<string | null> {
  const found = await query<{ make: string | null }>(
    url,
    `SELECT shobj_description(oid, 'pg_database') AS make FROM pg_database WHERE datname = '${nameOf(posts)}'`,
  )
  return found[0]?.make === MAKE ? urlOfDatabase(url, nameOf(posts)) : null
}

/** An empty database in place of whatever stood under its name. */
export async function emptyDatabase({ url }: Cluster, posts: number): Promise<string> {
  await query(url, `DROP DATABASE IF EXISTS "${nameOf(posts)}" WITH (FORCE)`)
  await query(url, `CREATE DATABASE "${nameOf(posts)}"`)
  return urlOfDatabase(url, nameOf(posts))
}

/** Says that the database is whole. */
export async function markWhole({ url }: Cluster, posts: number): Promise<void> {
  await query(url, `COMMENT ON DATABASE "${nameOf(posts)}" IS '${MAKE}'`)
}
