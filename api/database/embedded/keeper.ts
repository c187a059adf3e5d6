import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { messageOf, OperatorError } from '#api/lib/operator-error.ts'
import { query } from './cluster.ts'
import { DiskFullError, type EmbeddedDatabase } from './embedded.ts'

/** How long an attempt to connect may take, in milliseconds. */
const PATIENCE = 5_000
/** PostgreSQL's codes for too many connections, and for starting or ending. */
const ALIVE = ['53300', '57P03']

export interface Pace {
  /** Before it is started again after a failure: from the first wait to the longest, in milliseconds, doubled each time. */
  firstWait: number
  longestWait: number
  /** One that has lived for so many milliseconds did not die of its start. */
  settled: number
  /** So many in a row, and it is given up. */
  mostFailures: number
}

/** Half a minute: what is left of a killed server may finish its statements first. */
const PACE: Pace = { firstWait: 200, longestWait: 5_000, settled: 1_000, mostFailures: 10 }

type Revivable = Pick<EmbeddedDatabase, 'url' | 'revive'>

/**
 * Starts the embedded database again whenever it dies.
 * @param fail is told, in a sentence for the operator, when that was tried often enough
 */
export function keepAlive(
  database: Revivable,
  log: Logger,
  fail: (error: unknown) => void,
  pace = PACE,
): { stop(): Promise<void> } {
  const ending = new AbortController()
  const kept = keep(database, log, pace, ending.signal).catch(fail)
  return {
    // A start that has begun is waited for, so that whoever stops the database then meets it whole.
    stop() {
      ending.abort()
      return kept
    },
  }
}

async function keep(
  { url, revive }: Revivable,
  log: Logger,
  pace: Pace,
  ending: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!ending.aborted) {
    const began = performance.now()
    await lost(url, ending)
    if (ending.aborted) return
    // A connection may be cut, or refused, while its server lives.
    if (await answers(url)) {
      await setTimeout(pace.firstWait, undefined, { signal: ending }).catch(() => {})
      continue
    }
    if (performance.now() - began > pace.settled) failures = 0
    if (failures === pace.mostFailures)
      throw new OperatorError(
        `The embedded database died, and ${failures} attempts to start it again were in vain; the log says why.`,
      )
    log.error('The embedded database does not run; it is started again')
    const wait =
      failures === 0 ? 0 : Math.min(pace.firstWait * 2 ** (failures - 1), pace.longestWait)
    await setTimeout(wait, undefined, { signal: ending }).catch(() => {})
    if (ending.aborted) return
    failures++
    try {
      await revive()
      log.info('The embedded database runs again')
    } catch (error) {
      log.error(messageOf(error))
      // Room is waited for, however long.
      if (error instanceof DiskFullError) failures = Math.min(failures, pace.mostFailures - 1)
    }
  }
}

/** Resolves when a connection of its own is lost or cannot be had, or at the end. */
async function lost(url: string, ending: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'good-vibes watch',
    connectionTimeoutMillis: PATIENCE,
  })
  const { promise: over, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve()).once('end', () => resolve())
  ending.addEventListener('abort', () => resolve(), { once: true })
  try {
    await client.connect()
    await over
  } catch {
    // Then it is gone already.
  } finally {
    await client.end()
  }
}

/** A server that says that it has no connection to spare, or is not ready yet, needs nobody to start it. */
async function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError && ALIVE.includes(error.code ?? ''),
  )
}
