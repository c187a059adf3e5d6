import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../api/lib/free-port.ts'
import { codeOf } from '../../api/lib/operator-error.ts'
import { environment, ROOT } from '../../scripts/run.ts'
import { scratch } from '../place.ts'

export interface ServerProcess {
  name: string
  /** Where it is, without a slash at its end. */
  url: string
  /** It and what it has started. */
  pids(): number[]
  /** Seconds of CPU that they have used. */
  cpu(): number
  /** Holds them still, so that what is idle takes nothing from what is measured. */
  pause(): void
  resume(): void
  /** Resolves when it does nothing any more: requests that nobody waits for are done, too. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export interface StartOptions {
  name: string
  /** The file under the project's folder. */
  file: string
  env: NodeJS.ProcessEnv
  /** Of Node itself. */
  options?: readonly string[]
  /** An address that answers when it is ready; without one, it says so by a message. */
  readiness?: string
}

const START_PATIENCE = 60_000
const BETWEEN_LOOKS = 50
const TICKS_PER_SECOND = 100

/**
 * Starts a server on a free port. What it writes goes to a file, which costs nobody else's time.
 * @throws Error with its last words when it ends before it is ready
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
  const logFile = scratch(`${name} ${port}.log`)
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, [...options, file], {
    cwd: ROOT,
    env: environment({ ...env, PORT: port, NODE_ENV: 'production' }),
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const over = new AbortController()
  const ended = once(child, 'exit').then(() => {
    throw new Error(
      `${name} ended before it was ready:\n${readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n')}`,
    )
  })
  ended.catch(() => {})
  try {
    await Promise.race([
      ended,
      ready(child, readiness && url + readiness, over.signal),
      lateness(name, over.signal),
    ])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    over.abort()
  }
  child.disconnect()
  const pids = () => treeOf(child.pid ?? 0)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids()) sendSignal(pid, name)
  }
  // One that is held still would outlive this process for ever.
  const killAll = () => signal('SIGKILL')
  process.once('exit', killAll)
  return {
    name,
    url,
    pids,
    cpu: () => pids().reduce((sum, pid) => sum + cpuOf(pid), 0),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    settled: () => settled(() => pids().reduce((sum, pid) => sum + cpuOf(pid), 0)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      signal('SIGCONT')
      child.kill('SIGTERM')
      await once(child, 'exit')
      process.off('exit', killAll)
    },
  }
}

/** One that has ended meanwhile needs no signal. */
function sendSignal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

async function ready(
  child: ChildProcess,
  url: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (url === undefined) return void (await once(child, 'message', { signal }))
  while (!signal.aborted) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await setTimeout(BETWEEN_LOOKS)
  }
}

async function lateness(name: string, signal: AbortSignal): Promise<never> {
  await setTimeout(START_PATIENCE, undefined, { signal })
  throw new Error(`${name} was not ready after ${START_PATIENCE / 1000} s.`)
}

/** Until several looks in a row find next to no CPU used, or it takes too long. */
async function settled(cpu: () => number): Promise<void> {
  let used = cpu()
  for (let [quiet, look] = [0, 0]; quiet < 3 && look < 100; look++) {
    await setTimeout(100)
    const now = cpu()
    quiet = now - used <= 1 / TICKS_PER_SECOND ? quiet + 1 : 0
    used = now
  }
}

/** A process and its children, and theirs. */
function treeOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(statOf(Number(name))[1]) }))
  const found = [root]
  for (const pid of found)
    found.push(...parents.filter(({ parent }) => parent === pid).map((each) => each.pid))
  return found
}

function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
}

/** What Linux tells of a process after its name: state, parent … Empty when it has ended. */
function statOf(pid: number): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
