import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { serviceUser } from '#api/database/embedded/location.ts'
import { freePort } from '#api/test/servers/free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const TIMEOUT_MS = 120_000
const RETRY_DELAY_MS = 20

export interface PgBouncer {
  /** The server's URL through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Whether Debian's package is installed, which `npm test` does. */
export function hasPgBouncer(): boolean {
  return existsSync(PROGRAM)
}

/**
 * Starts Debian's PgBouncer in transaction mode for all databases of a server.
 * @param url of the server, with a password
 * @param connections the pool size for each database
 */
export async function startPgBouncer(url: string, connections = 20): Promise<PgBouncer> {
  const home = mkdtempSync(path.join(tmpdir(), 'good-vibes-pgbouncer-'))
  const user = process.getuid?.() === 0 ? serviceUser() : undefined
  const { hostname, port, username, password } = new URL(url)
  const poolerPort = await freePort()
  const [settings, users] = [path.join(home, 'pgbouncer.ini'), path.join(home, 'users.txt')]
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
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
  const pooled = Object.assign(new URL(url), { port: String(poolerPort) }).href
  await untilReady(pooled)
  return {
    url: pooled,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() - startedAt > TIMEOUT_MS) throw error
      await setTimeout(RETRY_DELAY_MS)
    }
  }
}
