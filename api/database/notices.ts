import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { crashOnRejection } from '#api/lib/crash-on-rejection.ts'
import type { ConnectionTarget } from './connection-target.ts'

/** In milliseconds: how often the connection is tried, and how long an answer may take before it counts as lost. */
const BETWEEN_BEATS = 400
const PATIENCE = 3_000
/** Between attempts to connect again: from the first to the longest, in milliseconds. */
const FIRST_WAIT = 50
const LONGEST_WAIT = 2_000

export interface Notices {
  /** Asks the question on the LISTEN connection. With the answer, every notification of an earlier commit has been delivered. Rejects while it is lost. */
  ask(): Promise<unknown>
  /** Milliseconds since the last successful round trip began; infinite while the connection is lost. */
  age(): number
  close(): Promise<void>
}

export interface NoticeOptions {
  channel: string
  /** A statement that gives one value. It is also sent to find out whether the connection is alive. */
  question: string
  log: Logger
  onNotice: (payload: string) => void
  /** Notifications may have been missed meanwhile. */
  onReconnect: () => void
}

export type Listening = Pick<ConnectionTarget, 'url' | 'stream'>

interface Connection {
  client: pg.Client
  ask: () => Promise<unknown>
  /** By the clock of `performance`, when the last successful round trip began. */
  verifiedAt: () => number
  /** Resolves with the reason when it is lost. */
  lost: Promise<Error>
  breakOff: () => void
}

/**
 * Listens to a channel of PostgreSQL (`pg_notify`) on a connection of its own. One that is lost is made again, for as long as
 * it takes, and `onReconnect` is called each time.
 * @param way of a session connection: a pooler in between would keep the messages
 * @throws Error when the first connection fails
 */
export async function listenForNotices(
  way: Listening,
  { channel, question, log, onNotice, onReconnect }: NoticeOptions,
): Promise<Notices> {
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort')
  const connect = () => listenOnce(way, channel, question, onNotice)
  let connection = await connect()
  let isLost = false

  const keep = async () => {
    for (;;) {
      const reason = await Promise.race([connection.lost, closed])
      if (closing.signal.aborted) return
      isLost = true
      log.warn({ err: reason }, 'The LISTEN connection was lost')
      const next = await connectAgain(connect, closing.signal)
      if (!next) return
      connection = next
      log.info('The LISTEN connection is re-established')
      isLost = false
      onReconnect()
    }
  }
  const kept = crashOnRejection(keep())

  return {
    ask: () => connection.ask(),
    age: () => (isLost ? Number.POSITIVE_INFINITY : performance.now() - connection.verifiedAt()),
    async close() {
      closing.abort()
      await kept
      await Promise.race([connection.client.end(), setTimeout(PATIENCE, undefined, { ref: false })])
      connection.breakOff()
    },
  }
}

/** @returns null when it was closed meanwhile */
async function connectAgain(
  connect: () => Promise<Connection>,
  closing: AbortSignal,
): Promise<Connection | null> {
  for (let wait = FIRST_WAIT; !closing.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await connect()
    } catch {
      await setTimeout(wait, undefined, { signal: closing }).catch(() => {})
    }
  }
  return null
}

async function listenOnce(
  way: Listening,
  channel: string,
  question: string,
  onNotice: (payload: string) => void,
): Promise<Connection> {
  const socket = way.stream?.() ?? new Socket()
  const client = new pg.Client({
    connectionString: way.url,
    application_name: `good-vibes ${channel}`,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    stream: () => socket,
  })
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  client.on('error', lose).once('end', () => lose(new Error('The database closed the connection.')))
  client.on('notification', (message) => onNotice(message.payload ?? ''))
  const breakOff = () => void socket.destroy()
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    breakOff()
    throw error
  }
  void lost.then(breakOff)
  let verifiedAt = Number.NEGATIVE_INFINITY
  const run = async () => {
    const began = performance.now()
    const { rows } = await client.query({ name: 'question', text: question, rowMode: 'array' })
    verifiedAt = began
    return rows[0]?.[0] as unknown
  }
  let last: Promise<unknown> = Promise.resolve()
  // One after the other: the driver is about to give up its own queue.
  const ask = () => {
    last = last.then(run, run)
    last.catch(lose)
    return last
  }
  void beat(ask).catch(() => {})
  return { client, ask, verifiedAt: () => verifiedAt, lost, breakOff }
}

/** A peer that is gone without a word is found out by asking: the system's own keepalive takes minutes for it. */
async function beat(ask: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await setTimeout(BETWEEN_BEATS, undefined, { ref: false })
    await ask()
  }
}
