import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { messageOf, OperatorError } from '../operator-error.ts'
import { findBinaries } from './embedded-binaries.ts'
import { type Place, placeFor } from './embedded-place.ts'

const DATABASE = 'good_vibes'
const START_ATTEMPTS = 20

export interface EmbeddedDatabase {
  url: string
  /** Whether it ran already, left behind by a process that was killed. */
  adopted: boolean
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
 * runs already is adopted. The caller holds the lock on the directory.
 * @throws OperatorError in a sentence for the operator
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const place = placeFor(dataDir, options.note ?? (() => {}))
  const bin = findBinaries(place.user)
  const run = runnerFor(bin, place)
  if (!existsSync(path.join(place.home, 'data', 'PG_VERSION'))) await createCluster(place, run)

  let url = await findRunning(place.home)
  const adopted = url !== null
  url ??= await start(place.home, run, options.settings ?? [])
  await createDatabase(url)
  return {
    url: urlOf(url, DATABASE),
    adopted,
    stop: async () => void (await run('pg_ctl', ['-D', clusterOf(place.home), '-m', 'fast', '-w', '-t', '30', 'stop'])),
  }
}

/** The database of a server that lives and holds the lock; null when there is none that answers. */
export async function connectToEmbedded(dataDir: string): Promise<string | null> {
  const url = await findRunning(placeFor(dataDir, () => {}).home)
  return url && urlOf(url, DATABASE)
}

type Run = (program: string, args: string[]) => Promise<unknown>

function runnerFor(bin: string, place: Place): Run {
  const execute = promisify(execFile)
  // No variable of ours goes there: neither secrets nor a PGDATA that would lead it elsewhere.
  return (program, args) =>
    execute(path.join(bin, program), args, { ...place.user, cwd: place.home, env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' } })
}

/** A cluster appears under its name only when it is whole, so that an interrupted start leaves none by halves. */
async function createCluster({ home, user }: Place, run: Run) {
  for (const left of readdirSync(home).filter((name) => name.startsWith('new-'))) rmSync(path.join(home, left), { recursive: true })
  const unfinished = path.join(home, `new-${process.pid}`)
  const password = `${unfinished}.password`
  writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (user) chownSync(password, user.uid, user.gid)
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await run('initdb', ['-D', unfinished, '-U', 'postgres', '--pwfile', password, '-A', 'scram-sha-256', ...locale])
  } catch (error) {
    throw new OperatorError(`The embedded database cannot be made in ${home}: ${lastLine(error)}`)
  }
  renameSync(password, passwordFile(unfinished))
  renameSync(unfinished, clusterOf(home))
}

async function start(home: string, run: Run, settings: string[]): Promise<string> {
  const log = path.join(home, 'server.log')
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const given = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].map((setting) => `-c ${setting}`).join(' ')
    try {
      await run('pg_ctl', ['-D', clusterOf(home), '-w', '-t', '60', '-s', '-l', log, '-o', `-p ${port} ${given}`, 'start'])
      return serverUrl(home, port)
    } catch {
      // Another program took the port, the processes of a killed server are still leaving, or one left behind is not ready yet.
      if (attempt === START_ATTEMPTS) throw new OperatorError(`The embedded database does not start; ${log} says why.`)
      await new Promise((resolve) => setTimeout(resolve, 250))
      const running = await findRunning(home)
      if (running) return running
    }
  }
}

async function findRunning(home: string): Promise<string | null> {
  const pidFile = path.join(clusterOf(home), 'postmaster.pid')
  const port = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[3]) : 0
  if (!port) return null
  const url = serverUrl(home, port)
  try {
    const [row] = await query<{ data_directory: string }>(url, 'SHOW data_directory')
    return row && path.resolve(row.data_directory) === path.resolve(clusterOf(home)) ? url : null
  } catch {
    return null
  }
}

async function createDatabase(url: string) {
  const found = await query(url, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`)
  if (found.length === 0) await query(url, `CREATE DATABASE ${DATABASE}`)
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // A connection that breaks rejects the query; without a listener it would end the process as well.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

function clusterOf(home: string): string {
  return path.join(home, 'data')
}

function passwordFile(cluster: string): string {
  return path.join(cluster, 'good-vibes-password')
}

function serverUrl(home: string, port: number): string {
  return `postgresql://postgres:${readFileSync(passwordFile(clusterOf(home)), 'utf8').trim()}@127.0.0.1:${port}/postgres`
}

function urlOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

/** A port that nobody listens on at this moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function lastLine(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : messageOf(error)
  return said.trim().split('\n').at(-1) ?? ''
}
