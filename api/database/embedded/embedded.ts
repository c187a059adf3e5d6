import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { findBinaries } from './binaries.ts'
import {
  ensureCluster,
  findProcess,
  findRunning,
  findServer,
  query,
  urlOfDatabase,
} from './cluster.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { homeOf, prepareLocation } from './location.ts'
import { programsOf } from './programs.ts'
import { ensureServer, stopServer } from './server.ts'

const DATABASE = 'good_vibes'
const START_ATTEMPTS = 20
/** Fewer, because the supervisor retries as well. */
const RESTART_ATTEMPTS = 4

export interface EmbeddedDatabase {
  url: string
  /** The folder of the cluster, its log and its password. */
  home: string
  /**
   * Starts the server again on the same port, unless it runs already.
   * @param signal ends the wait for a server that recovers
   * @throws OperatorError when it does not start
   */
  restart(signal?: AbortSignal): Promise<void>
  /** Closes all connections, then stops the server. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** PostgreSQL settings such as `fsync=off`. */
  settings?: string[]
  /** Receives a sentence about a database outside the data directory, and about a long recovery. */
  onNote?: (sentence: string) => void
  /** Ends the start, and stops the server, even while it recovers. */
  signal?: AbortSignal | undefined
  /** See `ServerOptions`. */
  startTimeoutSeconds?: number | undefined
}

/**
 * Starts the bundled PostgreSQL on a data directory's cluster, which it creates if there is none.
 * Adopts a server that a killed process left running, and waits while the server recovers.
 * The caller holds the lock on the directory.
 * @throws OperatorError when the database does not start, and the signal's reason
 */
export async function startEmbedded(
  dataDir: string,
  { settings = [], onNote = () => {}, signal, startTimeoutSeconds }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const location = await prepareLocation(dataDir, onNote)
  const run = programsOf(findBinaries(location.user), location)
  await ensureCluster(location, run)
  const options = { settings, onNote, startTimeoutSeconds }
  const stop = () => stopServer(location, run)
  const earlier = findProcess(location)
  let url: string
  try {
    const server = await ensureServer(location, run, {
      ...options,
      attempts: START_ATTEMPTS,
      signal,
    })
    await ensureDatabase(server)
    url = urlOfDatabase(server, DATABASE)
  } catch (error) {
    if (signal?.aborted || (await runsSince(location, earlier?.pid))) await stop().catch(() => {})
    signal?.throwIfAborted()
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The embedded database cannot be used: ${messageOf(error)}.`, {
      cause: error,
    })
  }
  return {
    url,
    home: location.home,
    async restart(stopping) {
      await ensureServer(location, run, {
        ...options,
        // Open connection pools have this port in their URL.
        port: Number(new URL(url).port),
        attempts: RESTART_ATTEMPTS,
        signal: stopping,
      })
    },
    stop,
  }
}

/** Whether a server is ready that is not the earlier one. */
async function runsSince(location: ClusterLocation, earlierPid: number | undefined) {
  const server = await findServer(location)
  return server?.isReady === true && server.pid !== earlierPid
}

/** The URL of the database of a running server; null if none accepts connections. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const url = await findRunning({ home: homeOf(dataDir) })
  return url && urlOfDatabase(url, DATABASE)
}

async function ensureDatabase(url: string) {
  const existing = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`)
  if (existing.length === 0) await query(url, `CREATE DATABASE ${DATABASE}`)
}
