import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serviceUser } from '#api/database/embedded-place.ts'
import { programsOf } from '#api/database/embedded-programs.ts'
import { freePort } from '#api/free-port.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]

export interface ForeignPostgres {
  url: string
  /** Stops it and leaves nothing of it. */
  stop(): Promise<void>
}

/** A cluster of Debian's PostgreSQL 15, the oldest that the product runs on; null where it cannot be had. */
export async function startDebianPostgres(): Promise<ForeignPostgres | null> {
  if (!existsSync(BIN) && !install()) return null
  const home = mkdtempSync(path.join(tmpdir(), 'good-vibes-postgres-15-'))
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  const data = path.join(home, 'data')
  const password = randomBytes(24).toString('hex')
  writeFileSync(path.join(home, 'password'), password)
  if (user) for (const each of [home, path.join(home, 'password')]) chownSync(each, user.uid, user.gid)

  const run = programsOf(BIN, { home, user })
  const port = await freePort()
  const options = `-p ${port} ${SETTINGS.map((setting) => `-c ${setting}`).join(' ')}`
  await run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--pwfile',
    path.join(home, 'password'),
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  await run('pg_ctl', ['-D', data, '-w', '-s', '-l', path.join(home, 'server.log'), '-o', options, 'start'])
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Installs the package as root on Debian, without the cluster of its own that it would make and start. */
function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const configuration = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(configuration)) {
    mkdirSync(path.dirname(configuration), { recursive: true })
    writeFileSync(configuration, 'create_main_cluster = false\n')
  }
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', 'postgresql-15')
  } catch {
    return false
  }
  return existsSync(BIN)
}
