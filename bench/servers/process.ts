import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '../../api/lib/operator-error.ts'
import { freePort } from '../../api/test/servers/free-port.ts'
import { environment, ROOT } from '../../scripts/run.ts'
import { cpuSeconds, processTree, TICKS_PER_SECOND } from '../cpu.ts'
import { scratchPath } from '../paths.ts'

export interface ServerProcess {
  name: string
  /** Without a trailing slash. */
  url: string
  /** The process and its descendants. */
  pids(): number[]
  /** CPU seconds of all these processes. */
  cpu(): number
  /** Stops the processes with SIGSTOP, so that they use no CPU. */
  pause(): void
  resume(): void
  /** Resolves when the processes use no more CPU. */
  waitUntilIdle(): Promise<void>
  stop(): Promise<void>
}

export interface StartOptions {
  name: string
  /** Path of the program, relative to the project. */
  file: string
  env: NodeJS.ProcessEnv
  /** Node's own options. */
  options?: readonly string[]
  /** Path that returns 200 when the server is ready. Without it, the server sends a message. */
  readiness?: string
}

const START_TIMEOUT_MS = 300_000
const POLL_MS = 50
const IDLE_POLL_MS = 100
const MAX_IDLE_POLLS = 100

/**
 * Starts a server on a free port. Its output goes to a file.
 * @throws Error with the end of its output when it exits before it is ready
 */
export async function startServer({
  name,
  file,
  env,
  options = [],
  readiness,
}: StartOptions): Promise<ServerProcess> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const logFile = scratchPath(`${name} ${port}.log`)
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [...options, file], {
    cwd: ROOT,
    env: environment({ ...env, PORT: port, NODE_ENV: 'production' }),
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const startup = new AbortController()
  const exited = once(child, 'exit').then(() => {
    throw new Error(
      `${name} exited before it was ready:\n${readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n')}`,
    )
  })
  exited.catch(() => {})
  try {
    await Promise.race([
      exited,
      waitUntilReady(child, readiness && url + readiness, startup.signal),
      rejectAfterTimeout(name, startup.signal),
    ])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    startup.abort()
  }
  child.disconnect()
  const pids = () => processTree(child.pid ?? 0)
  const cpu = () => pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids()) sendSignal(pid, name)
  }
  // A paused server would outlive this process.
  const killAll = () => signal('SIGKILL')
  process.once('exit', killAll)
  return {
    name,
    url,
    pids,
    cpu,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    waitUntilIdle: () => waitUntilIdle(cpu),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      signal('SIGCONT')
      child.kill('SIGTERM')
      await once(child, 'exit')
      process.off('exit', killAll)
    },
  }
}

/** Ignores processes that have exited. */
function sendSignal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

async function waitUntilReady(
  child: ChildProcess,
  url: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (url === undefined) return void (await once(child, 'message', { signal }))
  while (!signal.aborted) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await setTimeout(POLL_MS)
  }
}

async function rejectAfterTimeout(name: string, signal: AbortSignal): Promise<never> {
  await setTimeout(START_TIMEOUT_MS, undefined, { signal })
  throw new Error(`${name} was not ready after ${START_TIMEOUT_MS / 1000} s.`)
}

/** Waits for three intervals in a row without CPU time, but for ten seconds at most. */
async function waitUntilIdle(cpu: () => number): Promise<void> {
  let used = cpu()
  for (let [idle, polls] = [0, 0]; idle < 3 && polls < MAX_IDLE_POLLS; polls++) {
    await setTimeout(IDLE_POLL_MS)
    const now = cpu()
    idle = now - used <= 1 / TICKS_PER_SECOND ? idle + 1 : 0
    used = now
  }
}
