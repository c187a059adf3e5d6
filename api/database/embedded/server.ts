import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#api/lib/free-port.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { isDiskFull, releaseBallast } from './ballast.ts'
import { clusterFolder, findServer, serverUrl } from './cluster.ts'
import type { ClusterLocation } from './cluster-location.ts'
import type { RunProgram } from './programs.ts'

/** Keeps row contents, which are personal data, out of the server's log. */
const TERSE_LOG = 'log_error_verbosity=terse'
const BYTES_PER_MB = 2 ** 20
/** The minimum is PostgreSQL's default. */
const [MIN_SHARED_BUFFERS_MB, MAX_SHARED_BUFFERS_MB] = [128, 2048]
/** A server that recovers for longer continues, and `waitUntilReady` waits for it. */
const START_TIMEOUT_SECONDS = 15
const RETRY_DELAY_MS = 250

/** The database cannot start until there is free disk space. */
export class DiskFullError extends OperatorError {
  constructor(home: string) {
    super(
      `The embedded database does not start because the disk of ${home} is full. Free some space; no data is lost.`,
    )
  }
}

export interface ServerOptions {
  settings: string[]
  /** Any free port by default. */
  port?: number
  attempts: number
  /** How long an attempt waits for a server that does not answer yet. At least 1. */
  startTimeoutSeconds?: number | undefined
  onNote: (sentence: string) => void
  /** Ends the wait, but not the server. */
  signal?: AbortSignal | undefined
}

/**
 * Returns the URL of the cluster's server, which it starts unless it runs. Waits without limit for
 * a server that recovers: a stop would make the next start recover from the beginning.
 * @throws OperatorError when no server starts, and an AbortError
 */
export async function ensureServer(
  location: ClusterLocation,
  run: RunProgram,
  options: ServerOptions,
): Promise<string> {
  let isNoted = false
  const noteOnce = () => {
    if (!isNoted)
      options.onNote(
        'The embedded database is not ready yet. It recovers after a crash, which can take minutes; the start waits for it.',
      )
    isNoted = true
  }
  for (let failures = 0; ; failures++) {
    const url = await waitUntilReady(location, noteOnce, options.signal)
    if (url) return url
    if (failures === options.attempts) throw await startError(location)
    try {
      return await startServer(location, run, options)
    } catch {
      if (await isDiskFull(location.home)) releaseBallast(location.home)
      // Retry: the port may be taken, or a killed server's processes may still be running.
      await setTimeout(RETRY_DELAY_MS, undefined, { signal: options.signal })
    }
  }
}

/** Stops the server, also one that recovers. */
export async function stopServer(location: ClusterLocation, run: RunProgram): Promise<void> {
  try {
    await run('pg_ctl', ['-D', clusterFolder(location), '-m', 'fast', '-w', '-t', '30', 'stop'])
  } catch (error) {
    // A server that has died needs no stopping.
    if (await findServer(location)) throw error
  }
}

/** The URL of the server after it has started or recovered; null if none runs. */
async function waitUntilReady(
  location: ClusterLocation,
  onWait: () => void,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  for (;;) {
    signal?.throwIfAborted()
    const server = await findServer(location)
    if (!server || server.isReady) return server?.url ?? null
    onWait()
    await setTimeout(RETRY_DELAY_MS, undefined, { signal })
  }
}

async function startServer(
  location: ClusterLocation,
  run: RunProgram,
  { settings, port: fixedPort, startTimeoutSeconds = START_TIMEOUT_SECONDS }: ServerOptions,
): Promise<string> {
  const port = fixedPort ?? (await freePort())
  const serverOptions = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    TERSE_LOG,
    sharedBuffers(),
    ...settings,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')
  await run('pg_ctl', [
    '-D',
    clusterFolder(location),
    '-w',
    '-t',
    String(startTimeoutSeconds),
    '-s',
    '-l',
    logFile(location),
    '-o',
    `-p ${port} ${serverOptions}`,
    'start',
  ])
  return serverUrl(location, port)
}

async function startError(location: ClusterLocation): Promise<OperatorError> {
  return (await isDiskFull(location.home))
    ? new DiskFullError(location.home)
    : new OperatorError(
        `The embedded database does not start. See ${logFile(location)} for the reason.`,
      )
}

function logFile({ home }: ClusterLocation): string {
  return path.join(home, 'server.log')
}

/** A quarter of the available memory, as PostgreSQL's manual recommends. */
function sharedBuffers(): string {
  const megabytes =
    Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / BYTES_PER_MB
  const buffers = Math.min(MAX_SHARED_BUFFERS_MB, Math.max(MIN_SHARED_BUFFERS_MB, megabytes / 4))
  return `shared_buffers=${Math.floor(buffers)}MB`
}
