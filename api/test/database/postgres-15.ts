import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serviceUser } from '#api/database/embedded/location.ts'
import { programsOf } from '#api/database/embedded/programs.ts'
import { createDataFolder } from '#api/test/database/data-folder.ts'
import { freePort } from '#api/test/servers/free-port.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]
const RETRY_DELAY_MS = 100
/** pg_ctl waits for the result, by default for a minute. */
const WAIT = ['-w', '-t', '300']

export interface Postgres15 {
  url: string
  /** Creates a streaming standby from a base backup. */
  standby(settings?: readonly string[]): Promise<Postgres15>
  /** Promotes a standby. */
  promote(): Promise<void>
  /** Kills the postmaster. */
  kill(): void
  start(): Promise<void>
  /** Stops it if it runs, and removes its files. */
  stop(): Promise<void>
}

/** Whether Debian's package is installed, which `npm test` does. */
export function hasPostgres15(): boolean {
  return existsSync(path.join(BIN, 'postgres'))
}

/**
 * Starts Debian's PostgreSQL 15, the oldest supported version.
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
  primary?: { password: string },
): Promise<Postgres15 & ClusterFiles> {
  const home = createDataFolder('good-vibes-postgres-15-')
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  const data = path.join(home, 'data')
  const password = primary?.password ?? randomBytes(24).toString('hex')
  writeFileSync(path.join(home, 'password'), password)
  if (user)
    for (const each of [home, path.join(home, 'password')]) chownSync(each, user.uid, user.gid)

  const run = programsOf(BIN, { home, user })
  const port = await freePort()
  const flags = [...SETTINGS, ...settings].map((setting) => `-c ${setting}`)
  const options = `-p ${port} ${flags.join(' ')}`
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    home,
    data,
    run,
    url,
    start: () =>
      withRetries(() =>
        run('pg_ctl', [
          '-D',
          data,
          ...WAIT,
          '-s',
          '-l',
          path.join(home, 'server.log'),
          '-o',
          options,
          'start',
        ]),
      ),
    async standby(standbySettings = settings) {
      const other = await createCluster(standbySettings, { password })
      await run('pg_basebackup', ['-d', url, '-D', other.data, '-X', 'stream', '-c', 'fast', '-R'])
      await other.start()
      return other
    },
    promote: () => run('pg_ctl', ['-D', data, ...WAIT, '-s', 'promote']),
    kill() {
      const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      // Fails if the cluster was killed.
      await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => {})
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Processes of a killed cluster may still be exiting. */
async function withRetries(start: () => Promise<void>, tries = 600): Promise<void> {
  try {
    await start()
  } catch (error) {
    if (tries === 0) throw error
    await setTimeout(RETRY_DELAY_MS)
    await withRetries(start, tries - 1)
  }
}

interface ClusterFiles {
  home: string
  data: string
  run: ReturnType<typeof programsOf>
}
