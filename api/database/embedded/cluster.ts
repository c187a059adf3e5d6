import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { createFile, readOwnFile } from '#api/lib/files.ts'
import { codeOf, messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { withClient } from '#api/lib/pg-client.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { writeId } from './id.ts'
import type { RunProgram } from './programs.ts'

/** The SQLSTATE of a server that starts, recovers or stops. */
export const CANNOT_CONNECT_NOW = '57P03'

type Home = Pick<ClusterLocation, 'home'>

/** PostgreSQL's data directory. */
export function clusterFolder({ home }: Home): string {
  return path.join(home, 'data')
}

/**
 * Creates the cluster if there is none. Renames it only when it is complete, so that an interrupted
 * start leaves no partial cluster.
 * @throws OperatorError when initdb fails
 */
export async function ensureCluster(location: ClusterLocation, run: RunProgram) {
  const { home, user, id } = location
  if (existsSync(path.join(clusterFolder(location), 'PG_VERSION'))) return
  for (const leftover of readdirSync(home).filter((name) => name.startsWith('new-')))
    rmSync(path.join(home, leftover), { recursive: true })
  const unfinished = path.join(home, `new-${process.pid}`)
  const password = `${unfinished}.password`
  const file = await createFile(password, 0o600)
  try {
    await file.writeFile(randomBytes(24).toString('hex'))
    if (user) await file.chown(user.uid, user.gid)
  } finally {
    await file.close()
  }
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
    throw new OperatorError(
      `The embedded database could not be created in ${home}: ${messageOf(error)}`,
    )
  }
  renameSync(password, passwordFile(unfinished))
  if (id !== undefined) await writeId(unfinished, id, user)
  renameSync(unfinished, clusterFolder(location))
}

/** A server of the cluster whose process runs. */
export interface ClusterServer {
  pid: number
  url: string
  /** Whether it accepts connections. False while it starts, recovers or stops. */
  isReady: boolean
}

/** The URL of the cluster's server; null unless it accepts connections. */
export async function findRunning(location: Home): Promise<string | null> {
  const server = await findServer(location)
  return server?.isReady ? server.url : null
}

/** The cluster's server; null unless it answers. */
export async function findServer(location: Home): Promise<ClusterServer | null> {
  const found = findProcess(location)
  if (!found) return null
  const { pid, port } = found
  const url = serverUrl(location, port)
  try {
    // The file of a dead server may name a process and port that another program uses now.
    const [row] = await query<{ data_directory: string }>(url, 'SHOW data_directory')
    return row && path.resolve(row.data_directory) === path.resolve(clusterFolder(location))
      ? { pid, url, isReady: true }
      : null
  } catch (error) {
    return codeOf(error) === CANNOT_CONNECT_NOW ? { pid, url, isReady: false } : null
  }
}

/** The process that the cluster names as its server, and its port; null if it has ended. */
export function findProcess(location: Home): { pid: number; port: number } | null {
  const pidFile = path.join(clusterFolder(location), 'postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid && port && isAlive(pid) ? { pid, port } : null
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process of another user.
    return codeOf(error) === 'EPERM'
  }
}

export function serverUrl(location: Home, port: number): string {
  const cluster = clusterFolder(location)
  const password = readOwnFile(passwordFile(cluster), statSync(cluster).uid).trim()
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** The URL of another database on the same server. */
export function urlOfDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

/** Runs SQL on a new connection, which it closes. */
export function query<Row>(url: string, sql: string, values?: unknown[]): Promise<Row[]> {
  const config = { connectionString: url, connectionTimeoutMillis: 2000 }
  return withClient(config, async (client) => (await client.query(sql, values)).rows as Row[])
}

function passwordFile(cluster: string): string {
  return path.join(cluster, 'good-vibes-password')
}
