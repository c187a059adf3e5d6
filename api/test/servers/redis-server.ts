import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/test/servers/free-port.ts'

const PROGRAM = '/usr/bin/redis-server'
const RETRY_DELAY_MS = 20

/** A Redis server without persistence. */
export interface RedisServer {
  url: string
  /** Starts it again, empty, on the same port. Resolves when it accepts connections. */
  start(): Promise<void>
  kill(): Promise<void>
  /** It accepts connections but does not respond until `resume`. */
  pause(): void
  resume(): void
}

export function hasRedis(): boolean {
  return existsSync(PROGRAM)
}

/** @returns null if Redis is not installed, which `npm test` does */
export async function startRedis(): Promise<RedisServer | null> {
  if (!hasRedis()) return null
  const port = await freePort()
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        tmpdir(),
      ]
      child = spawn(PROGRAM, args, { stdio: 'ignore' })
      while (!(await acceptsConnections(port))) await setTimeout(RETRY_DELAY_MS)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
  // Kills the server even if a test fails.
  process.once('exit', () => child?.kill('SIGKILL'))
  await server.start()
  return server
}

function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
