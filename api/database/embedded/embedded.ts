import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/lib/free-port.ts'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { isDiskFull, releaseBallast } from './ballast.ts'
import { findBinaries } from './binaries.ts'
import {
  clusterFolder,
  ensureCluster,
  findRunning,
  query,
  serverUrl,
  urlOfDatabase,
} from './cluster.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { homeOf, prepareLocation } from './location.ts'
import { programsOf, type RunProgram } from './programs.ts'

const DATABASE = 'good_vibes'
/** Keeps row contents, which are personal data, out of the server's log. */
const TERSE_LOG = 'log_error_verbosity=terse'
const BYTES_PER_MB = 2 ** 20
/** The minimum is PostgreSQL's default. */
const [MIN_SHARED_BUFFERS_MB, MAX_SHARED_BUFFERS_MB] = [128, 2048]
const START_ATTEMPTS = 20
/** Fewer, because the supervisor retries as well. */
const RESTART_ATTEMPTS = 4
const RETRY_DELAY_MS = 250

export interface EmbeddedDatabase {
  url: string
  /** The folder of the cluster, its log and its password. */
  home: string
  /**
   * Starts the server again on the same port, unless it runs already.
   * @throws OperatorError when it does not start
   */
  restart(): Promise<void>
  /** Closes all connections, then stops the server. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** PostgreSQL settings such as `fsync=off`. */
  settings?: string[]
  /** Receives a sentence with the folder of a database outside the data directory. */
  onNote?: (sentence: string) => void
}

/**
 * Starts the bundled PostgreSQL on a data directory's cluster, which it creates if there is none.
 * Adopts a server that a killed process left running. The caller holds the lock on the directory.
 * @throws OperatorError when the database does not start
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const location = await prepareLocation(dataDir, options.onNote ?? (() => {}))
  const run = programsOf(findBinaries(location.user), location)
  await ensureCluster(location, run)
  const settings = options.settings ?? []
  const stop = () => stopServer(location, run)
  let url: string
  try {
    const server =
      (await findRunning(location)) ??
      (await start(location, run, { settings, attempts: START_ATTEMPTS }))
    await ensureDatabase(server)
    url = urlOfDatabase(server, DATABASE)
  } catch (error) {
    // It may have started, or be about to.
    await stop().catch(() => {})
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The embedded database cannot be used: ${messageOf(error)}.`, {
      cause: error,
    })
  }
  return {
    url,
    home: location.home,
    async restart() {
      // Open connection pools have this port in their URL.
      if (!(await findRunning(location)))
        await start(location, run, {
          settings,
          port: Number(new URL(url).port),
          attempts: RESTART_ATTEMPTS,
        })
    },
    stop,
  }
}

async function stopServer(location: ClusterLocation, run: RunProgram): Promise<void> {
  try {
    await run('pg_ctl', ['-D', clusterFolder(location), '-m', 'fast', '-w', '-t', '30', 'stop'])
  } catch (error) {
    // A server that has died needs no stopping.
    if (await findRunning(location)) throw error
  }
}

/** The URL of the database of a running server; null if none accepts connections. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const url = await findRunning({ home: homeOf(dataDir) })
  return url && urlOfDatabase(url, DATABASE)
}

/** The database cannot start until there is free disk space. */
export class DiskFullError extends OperatorError {
  constructor(home: string) {
    super(
      `The embedded database does not start because the disk of ${home} is full. Free some space; no data is lost.`,
    )
  }
}

interface StartOptions {
  settings: string[]
  /** Any free port by default. */
  port?: number
  attempts: number
}

async function start(
  location: ClusterLocation,
  run: RunProgram,
  { settings, attempts, port: fixedPort }: StartOptions,
): Promise<string> {
  const log = path.join(location.home, 'server.log')
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort())
    const serverOptions = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      TERSE_LOG,
      sharedBuffers(),
      ...settings,
    ]
      .map((setting) => `-c ${setting}`)
      .join(' ')
    try {
      await run('pg_ctl', [
        '-D',
        clusterFolder(location),
        '-w',
        '-t',
        '60',
        '-s',
        '-l',
        log,
        '-o',
        `-p ${port} ${serverOptions}`,
        'start',
      ])
      return serverUrl(location, port)
    } catch {
      const isFull = await isDiskFull(location.home)
      if (isFull) releaseBallast(location.home)
      // Retry: the port may be taken, or a killed server's processes may still be running.
      if (attempt === attempts)
        throw isFull
          ? new DiskFullError(location.home)
          : new OperatorError(`The embedded database does not start. See ${log} for the reason.`)
      await setTimeout(RETRY_DELAY_MS)
      const running = await findRunning(location)
      if (running) return running
    }
  }
}

/** A quarter of the available memory, as PostgreSQL's manual recommends. */
function sharedBuffers(): string {
  const megabytes =
    Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / BYTES_PER_MB
  const buffers = Math.min(MAX_SHARED_BUFFERS_MB, Math.max(MIN_SHARED_BUFFERS_MB, megabytes / 4))
  return `shared_buffers=${Math.floor(buffers)}MB`
}

async function ensureDatabase(url: string) {
  const existing = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`)
  if (existing.length === 0) await query(url, `CREATE DATABASE ${DATABASE}`)
}
