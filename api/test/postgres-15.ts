import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serviceUser } from '#api/database/embedded/location.ts'
import { programsOf } from '#api/database/embedded/programs.ts'
import { freePort } from '#api/lib/free-port.ts'
import { hasPackage } from './debian.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]
/** Milliseconds. */
const BETWEEN_TRIES = 100

export interface Postgres15 {
  url: string
  /** Another one that follows it, whose copy of everything is made now. */
  standby(settings?: readonly string[]): Promise<Postgres15>
  /** Of a standby: lets it be written to. */
  promote(): Promise<void>
  /** Kills it as it is. */
  kill(): void
  start(): Promise<void>
  /** Stops it, if it runs, and leaves nothing of it. */
  stop(): Promise<void>
}

export function hasPostgres15(): boolean {
  return hasPackage('postgresql-15', path.join(BIN, 'postgres'))
}

/**
 * A cluster of Debian's PostgreSQL 15, the oldest that the product runs on, where `hasPostgres15`.
 * @param settings such as `synchronous_commit=off`
 */
export async function startPostgres15(settings: readonly string[] = []): Promise<Postgres15> {
  const cluster = await createCluster(settings)
  const { home, run, data } = cluster
  const password = path.join(home, 'password')
  await run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--pwfile',
    password,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  await cluster.start()
  return cluster
}

async function createCluster(
  settings: readonly string[],
  given?: { password: string },
): Promise<Postgres15 & ClusterFiles> {
  const home = mkdtempSync(path.join(tmpdir(), 'good-vibes-postgres-15-'))
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  const data = path.join(home, 'data')
  const password = given?.password ?? randomBytes(24).toString('hex')
  writeFileSync(path.join(home, 'password'), password)
  if (user)
    for (const each of [home, path.join(home, 'password')]) chownSync(each, user.uid, user.gid)

  const run = programsOf(BIN, { home, user })
  const port = await freePort()
  const options = `-p ${port} ${[...SETTINGS, ...settings].map((setting) => `-c ${setting}`).join(' ')}`
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    home,
    data,
    run,
    url,
    start: () =>
      patiently(() =>
        run('pg_ctl', [
          '-D',
          data,
          '-w',
          '-s',
          '-l',
          path.join(home, 'server.log'),
          '-o',
          options,
          'start',
        ]),
      ),
    async standby(more = settings) {
      const other = await createCluster(more, { password })
      await run('pg_basebackup', ['-d', url, '-D', other.data, '-X', 'stream', '-c', 'fast', '-R'])
      await other.start()
      return other
    },
    promote: () => run('pg_ctl', ['-D', data, '-w', '-s', 'promote']),
    kill() {
      const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      // One that was killed cannot be stopped.
      await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => {})
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Of one that was killed, the last processes may still be about to end. */
async function patiently(start: () => Promise<void>, tries = 50): Promise<void> {
  try {
    await start()
  } catch (error) {
    if (tries === 0) throw error
    await setTimeout(BETWEEN_TRIES)
    await patiently(start, tries - 1)
  }
}

interface ClusterFiles {
  home: string
  data: string
  run: ReturnType<typeof programsOf>
}
