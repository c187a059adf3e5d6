import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../api/lib/operator-error.ts'
import { scratchPath } from '../paths.ts'

const SCRIPT = path.join(import.meta.dirname, 'wrk.lua')
const run = promisify(execFile)

/** The results that wrk reports. Latencies are in milliseconds. */
export interface LoadResult {
  seconds: number
  requests: number
  bytes: number
  /** Requests sent, including those in flight at the end. */
  sent: number
  /** Responses that contained the expected text, if one was given. */
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
  /** Complete HTTP requests, sent in turn and repeated. */
  requests: readonly Buffer[]
  connections: number
  seconds: number
  /** Text in every valid response. The check takes time, so only writes use it. */
  expected?: string
}

/** Sends requests as fast as possible, one at a time on each connection. */
export async function load({
  url,
  requests,
  connections,
  seconds,
  expected,
}: LoadOptions): Promise<LoadResult> {
  const requestsFile = scratchPath('requests')
  const resultFile = scratchPath('load.json')
  writeFileSync(
    requestsFile,
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
    requestsFile,
    resultFile,
  ]
  await run('wrk', expected === undefined ? args : [...args, expected])
  return JSON.parse(readFileSync(resultFile, 'utf8')) as LoadResult
}

/** @returns a list of the errors, or an empty string */
export function describeErrors({
  connectErrors,
  readErrors,
  writeErrors,
  timeouts,
  statusErrors,
}: LoadResult): string {
  const counts = { connectErrors, readErrors, writeErrors, timeouts, statusErrors }
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}

/**
 * Installs wrk on Debian if the user is root.
 * @returns the version of wrk
 * @throws OperatorError when wrk is not installed
 */
export function findWrk(): string {
  const version = wrkVersion()
  if (version) return version
  try {
    execFileSync('apt-get', ['install', '-y', 'wrk'], { stdio: 'ignore' })
  } catch {
    // Not Debian, or not root.
  }
  const installed = wrkVersion()
  if (!installed)
    throw new OperatorError(
      'The benchmarks need wrk to send requests. Install it with "apt-get install wrk" or "brew install wrk".',
    )
  return installed
}

function wrkVersion(): string | null {
  try {
    // It prints its version and exits with an error.
    execFileSync('wrk', ['--version'], { stdio: ['ignore', 'pipe', 'pipe'] })
    return 'wrk'
  } catch (error) {
    return /^wrk \S+/.exec(String((error as { stdout?: Buffer }).stdout))?.[0] ?? null
  }
}
