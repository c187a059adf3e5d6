import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../api/lib/operator-error.ts'
import { scratch } from '../place.ts'

const SCRIPT = path.join(import.meta.dirname, 'wrk.lua')
const run = promisify(execFile)

/** What wrk saw. Latencies are in milliseconds. */
export interface Load {
  seconds: number
  requests: number
  bytes: number
  /** How many requests were made, those included that were under way at the end. */
  sent: number
  /** How many answers were good, where they are looked at. */
  good: number
  connectErrors: number
  readErrors: number
  writeErrors: number
  timeouts: number
  statusErrors: number
  p50: number
  p95: number
  p99: number
  mean: number
  max: number
}

export interface LoadOptions {
  url: string
  /** As they go over the wire; they are sent in turn, over and over. */
  requests: readonly Buffer[]
  connections: number
  seconds: number
  /** What every good answer contains. Looking at each costs time, so only writes are looked at. */
  good?: string
}

/** Sends as many requests as it can, on so many connections with one request under way on each. */
export async function load({
  url,
  requests,
  connections,
  seconds,
  good,
}: LoadOptions): Promise<Load> {
  const [from, to] = [scratch('requests'), scratch('load.json')]
  writeFileSync(
    from,
    Buffer.concat(requests.flatMap((request) => [Buffer.from(`${request.length}\n`), request])),
  )
  const args = [
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    SCRIPT,
    url,
    '--',
    from,
    to,
  ]
  await run('wrk', good === undefined ? args : [...args, good])
  return JSON.parse(readFileSync(to, 'utf8')) as Load
}

/** Errors of any kind, in words; empty when there were none. */
export function faultsOf({
  connectErrors,
  readErrors,
  writeErrors,
  timeouts,
  statusErrors,
}: Load): string {
  const counts = { connectErrors, readErrors, writeErrors, timeouts, statusErrors }
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

/**
 * The version of wrk, which root on Debian gets installed.
 * @throws OperatorError that says how to get it
 */
export function findWrk(): string {
  const found = versionOfWrk()
  if (found) return found
  try {
    execFileSync('apt-get', ['install', '-y', 'wrk'], { stdio: 'ignore' })
  } catch {
    // Not Debian, or not root.
  }
  const installed = versionOfWrk()
  if (!installed)
    throw new OperatorError(
      'The benchmarks need wrk, which makes the requests: "apt-get install wrk" or "brew install wrk".',
    )
  return installed
}

function versionOfWrk(): string | null {
  try {
    // It ends with an error after it has told its version.
    execFileSync('wrk', ['--version'], { stdio: ['ignore', 'pipe', 'pipe'] })
    return 'wrk'
  } catch (error) {
    return /^wrk \S+/.exec(String((error as { stdout?: Buffer }).stdout))?.[0] ?? null
  }
}
