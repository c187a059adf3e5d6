import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/lib/free-port.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { giveReserve, isStarving } from './ballast.ts'
import { findBinaries } from './binaries.ts'
import {
  clusterOf,
  ensureCluster,
  findRunning,
  query,
  serverUrl,
  urlOfDatabase,
} from './cluster.ts'
import { homeOf, type Place, preparePlace } from './place.ts'
import { programsOf, type RunProgram } from './programs.ts'

const DATABASE = 'good_vibes'
/** Its log names an error without the row that it is about, in which people's addresses and words are. */
const TERSE = 'log_error_verbosity=terse'
const MEGABYTE = 2 ** 20
/** Megabytes of pages that it keeps in memory: by itself PostgreSQL takes the least of these, whatever there is. */
const [LEAST_PAGES, MOST_PAGES] = [128, 2048]
const START_ATTEMPTS = 20
/** Whoever revives it comes again. */
const REVIVAL_ATTEMPTS = 4
const BETWEEN_ATTEMPTS = 250

export interface EmbeddedDatabase {
  url: string
  /** The folder of the cluster, its log and its password. */
  home: string
  /**
   * Starts it where it was, after it died; one that runs by then is adopted.
   * @throws OperatorError in a sentence for the operator
   */
  revive(): Promise<void>
  /** Ends every connection, then the server. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Settings of PostgreSQL: `fsync=off`. */
  settings?: string[]
  /** Is told in a sentence where the database is, when that is not in the data directory. */
  note?: (sentence: string) => void
}

/**
 * Starts the PostgreSQL that npm installed, on the cluster of a data directory, which is made first if need be; one that
 * runs already, left behind by a process that was killed, is adopted. The caller holds the lock on the directory.
 * @throws OperatorError in a sentence for the operator
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const place = await preparePlace(dataDir, options.note ?? (() => {}))
  const run = programsOf(findBinaries(place.user), place)
  await ensureCluster(place, run)
  const settings = options.settings ?? []
  const url =
    (await findRunning(place)) ?? (await start(place, run, { settings, attempts: START_ATTEMPTS }))
  await ensureDatabase(url)
  return {
    url: urlOfDatabase(url, DATABASE),
    home: place.home,
    async revive() {
      // Everybody knows it by its port.
      if (!(await findRunning(place)))
        await start(place, run, {
          settings,
          port: Number(new URL(url).port),
          attempts: REVIVAL_ATTEMPTS,
        })
    },
    async stop() {
      try {
        await run('pg_ctl', ['-D', clusterOf(place), '-m', 'fast', '-w', '-t', '30', 'stop'])
      } catch (error) {
        // One that has died by itself needs no stopping.
        if (await findRunning(place)) throw error
      }
    },
  }
}

/** The database of a server that lives and holds the lock; null when there is none that answers. */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const url = await findRunning({ home: homeOf(dataDir) })
  return url && urlOfDatabase(url, DATABASE)
}

/** The database does not start, and nothing is wrong with it: it has no room. */
export class DiskFullError extends OperatorError {
  constructor(home: string) {
    super(
      `The embedded database does not start, because the disk of ${home} is full. Make room; nothing of it is lost.`,
    )
  }
}

interface Start {
  settings: string[]
  /** A free one unless it has to be this. */
  port?: number
  attempts: number
}

async function start(
  place: Place,
  run: RunProgram,
  { settings, attempts, ...wanted }: Start,
): Promise<string> {
  const log = path.join(place.home, 'server.log')
  for (let attempt = 1; ; attempt++) {
    const port = wanted.port ?? (await freePort())
    const given = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      TERSE,
      sharedBuffers(),
      ...settings,
    ]
      .map((setting) => `-c ${setting}`)
      .join(' ')
    try {
      await run('pg_ctl', [
        '-D',
        clusterOf(place),
        '-w',
        '-t',
        '60',
        '-s',
        '-l',
        log,
        '-o',
        `-p ${port} ${given}`,
        'start',
      ])
      return serverUrl(place, port)
    } catch {
      const isFull = await isStarving(place.home)
      if (isFull) giveReserve(place.home)
      // Another program took the port, the processes of a killed server are still leaving, or one left behind is not ready yet.
      if (attempt === attempts)
        throw isFull
          ? new DiskFullError(place.home)
          : new OperatorError(`The embedded database does not start; ${log} says why.`)
      await setTimeout(BETWEEN_ATTEMPTS)
      const running = await findRunning(place)
      if (running) return running
    }
  }
}

/** A quarter of the memory that this process may use, as PostgreSQL's manual advises; it is taken page by page, when it is needed. */
function sharedBuffers(): string {
  const megabytes =
    Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MEGABYTE
  return `shared_buffers=${Math.floor(Math.min(MOST_PAGES, Math.max(LEAST_PAGES, megabytes / 4)))}MB`
}

async function ensureDatabase(url: string) {
  const found = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`)
  if (found.length === 0) await query(url, `CREATE DATABASE ${DATABASE}`)
}
