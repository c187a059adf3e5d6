import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/lib/free-port.ts'
import { hasPackage } from './debian.ts'

const PROGRAM = '/usr/bin/redis-server'
const BETWEEN_LOOKS = 20

/** A Redis of a test's own, which keeps nothing on disk. */
export interface RedisServer {
  url: string
  /** Starts it again, empty, at the same place. Resolves when it takes connections. */
  start(): Promise<void>
  kill(): Promise<void>
  /** It takes connections and answers nothing, until it goes on. */
  pause(): void
  goOn(): void
}

/** Null where it cannot be had. */
export async function startRedis(): Promise<RedisServer | null> {
  if (!hasPackage('redis-server', PROGRAM)) return null
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
        '/tmp',
      ]
      child = spawn(PROGRAM, args, { stdio: 'ignore' })
      while (!(await takesConnections(port))) await setTimeout(BETWEEN_LOOKS)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    pause: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
  }
  // A test that fails before its end leaves none behind either.
  process.once('exit', () => child?.kill('SIGKILL'))
  await server.start()
  return server
}

function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
