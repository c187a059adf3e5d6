import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { writeId } from './id.ts'
import type { Place } from './place.ts'
import type { RunProgram } from './programs.ts'

type Home = Pick<Place, 'home'>

/** The folder of PostgreSQL's own files. */
export function clusterOf({ home }: Home): string {
  return path.join(home, 'data')
}

/** A cluster appears under its name only when it is whole, so that an interrupted start leaves none by halves. */
export async function ensureCluster(place: Place, run: RunProgram) {
  const { home, user, id } = place
  if (existsSync(path.join(clusterOf(place), 'PG_VERSION'))) return
  for (const left of readdirSync(home).filter((name) => name.startsWith('new-')))
    rmSync(path.join(home, left), { recursive: true })
  const unfinished = path.join(home, `new-${process.pid}`)
  const password = `${unfinished}.password`
  writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (user) chownSync(password, user.uid, user.gid)
  const locale = [
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await run('initdb', [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '--pwfile',
      password,
      '-A',
      'scram-sha-256',
      ...locale,
    ])
  } catch (error) {
    throw new OperatorError(`The embedded database cannot be made in ${home}: ${messageOf(error)}`)
  }
  renameSync(password, passwordFile(unfinished))
  if (id !== undefined) await writeId(unfinished, id, user)
  renameSync(unfinished, clusterOf(place))
}

/** The URL of the cluster's server if it runs and answers, else null. */
export async function findRunning(place: Home): Promise<string | null> {
  return (await findServer(place))?.url ?? null
}

/** The process of the cluster's server and its URL if it runs and answers, else null. */
export async function findServer(place: Home): Promise<{ pid: number; url: string } | null> {
  const pidFile = path.join(clusterOf(place), 'postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!port) return null
  const url = serverUrl(place, port)
  try {
    // The file of a dead server may name a port that another program has by now.
    const [row] = await query<{ data_directory: string }>(url, 'SHOW data_directory')
    return row && path.resolve(row.data_directory) === path.resolve(clusterOf(place))
      ? { pid, url }
      : null
  } catch {
    return null
  }
}

export function serverUrl(place: Home, port: number): string {
  const password = readFileSync(passwordFile(clusterOf(place)), 'utf8').trim()
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** The same server's URL for another of its databases. */
export function urlOfDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

/** Runs one statement on a connection of its own. */
export async function query<Row>(url: string, sql: string): Promise<Row[]> {
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

function passwordFile(cluster: string): string {
  return path.join(cluster, 'good-vibes-password')
}
