import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { serviceUser } from '#api/database/embedded/location.ts'
import { freePort } from '#api/lib/free-port.ts'
import { hasPackage } from './debian.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const PATIENCE = 10_000
const BETWEEN_LOOKS = 20

export interface PgBouncer {
  /** The server's URL, by way of it. */
  url: string
  stop(): Promise<void>
}

export function hasPgBouncer(): boolean {
  return hasPackage('pgbouncer', PROGRAM)
}

/**
 * Debian's PgBouncer in front of all databases of a server, where `hasPgBouncer`. It gives a connection out for one transaction
 * at a time, so nothing of a session is there the next time.
 * @param url of the server, with a password
 * @param connections to each of its databases
 */
export async function startPgBouncer(url: string, connections = 20): Promise<PgBouncer> {
  const home = mkdtempSync(path.join(tmpdir(), 'good-vibes-pgbouncer-'))
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  const { hostname, port, username, password } = new URL(url)
  const own = await freePort()
  const [settings, users] = [path.join(home, 'pgbouncer.ini'), path.join(home, 'users.txt')]
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = ${connections}
`,
  )
  if (user) for (const each of [home, settings, users]) chownSync(each, user.uid, user.gid)
  const child = spawn(PROGRAM, ['-q', settings], {
    ...user,
    cwd: home,
    env: {},
    detached: true,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const pooled = Object.assign(new URL(url), { port: String(own) }).href
  await answering(pooled)
  return {
    url: pooled,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function answering(url: string): Promise<void> {
  const began = Date.now()
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() - began > PATIENCE) throw error
      await setTimeout(BETWEEN_LOOKS)
    }
  }
}
