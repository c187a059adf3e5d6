import pg from 'pg'
import type { Logger } from 'pino'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { pause } from '#api/lib/pause.ts'
import { CANNOT_CONNECT_NOW, query } from './cluster.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import { DiskFullError } from './server.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** SQLSTATEs of a running server: too many connections, and starting or stopping. */
const ALIVE_STATES = ['53300', CANNOT_CONNECT_NOW]

export interface RestartPolicy {
  /** The delay before a retry; doubles after each failure. */
  minDelayMs: number
  maxDelayMs: number
  /** After this uptime, the count of failures starts again at zero. */
  stableAfterMs: number
  /** The number of failures in a row after which the supervisor gives up. */
  maxFailures: number
}

/** Retries for half a minute, because processes of a killed server may still be running. */
const POLICY: RestartPolicy = {
  minDelayMs: 200,
  maxDelayMs: 5_000,
  stableAfterMs: 1_000,
  maxFailures: 10,
}

type Restartable = Pick<EmbeddedDatabase, 'url' | 'restart'>

/**
 * Restarts the embedded database whenever it dies.
 * @param fail receives an OperatorError after too many failures
 */
export function superviseDatabase(
  database: Restartable,
  log: Logger,
  fail: (error: unknown) => void,
  policy = POLICY,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const supervising = supervise(database, log, policy, stopping.signal).catch(fail)
  return {
    // Waits for a running restart, so that the caller can stop the server afterwards.
    stop() {
      stopping.abort()
      return supervising
    },
  }
}

async function supervise(
  { url, restart }: Restartable,
  log: Logger,
  policy: RestartPolicy,
  stopping: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!stopping.aborted) {
    const startedAt = performance.now()
    await connectionLoss(url, stopping)
    if (stopping.aborted) return
    // A connection may be lost or refused while the server is alive.
    if (await isAlive(url)) {
      await pause(policy.minDelayMs, stopping)
      continue
    }
    if (performance.now() - startedAt > policy.stableAfterMs) failures = 0
    if (failures === policy.maxFailures)
      throw new OperatorError(
        `The embedded database died, and ${failures} attempts to restart it failed. See the log for the reason.`,
      )
    log.error('The embedded database is not running; restarting it')
    const delay =
      failures === 0 ? 0 : Math.min(policy.minDelayMs * 2 ** (failures - 1), policy.maxDelayMs)
    await pause(delay, stopping)
    if (stopping.aborted) return
    failures++
    try {
      await restart(stopping)
      log.info('The embedded database is running again')
    } catch (error) {
      if (stopping.aborted) return
      log.error(messageOf(error))
      // Retries a full disk without limit.
      if (error instanceof DiskFullError) failures = Math.min(failures, policy.maxFailures - 1)
    }
  }
}

/** Resolves when a new connection fails or is lost, or when stopping. */
async function connectionLoss(url: string, stopping: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'good-vibes supervisor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve()).once('end', () => resolve())
  stopping.addEventListener('abort', () => resolve(), { once: true })
  try {
    await client.connect()
    await lost
  } catch {
    // The server is down.
  } finally {
    await client.end()
  }
}

/** Also true for a server that refuses connections because it is busy, starting or stopping. */
async function isAlive(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    (error: unknown) =>
      error instanceof pg.DatabaseError && ALIVE_STATES.includes(error.code ?? ''),
  )
}
