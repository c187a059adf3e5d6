import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { crashOnRejection } from '#api/lib/crash-on-rejection.ts'
import { pause } from '#api/lib/pause.ts'
import type { ConnectionTarget } from './connection-target.ts'

const HEARTBEAT_INTERVAL_MS = 400
const REPLY_TIMEOUT_MS = 3_000
const MIN_RECONNECT_DELAY_MS = 50
const MAX_RECONNECT_DELAY_MS = 2_000

export interface NotificationListener {
  /**
   * Runs the heartbeat query. PostgreSQL delivers the notifications of all earlier commits first.
   * @returns the value that the query selects
   * @throws Error while the connection is lost
   */
  roundTrip(): Promise<unknown>
  /** Milliseconds since the last successful round trip started; infinite while disconnected. */
  ageMs(): number
  close(): Promise<void>
}

export interface NotificationOptions {
  channel: string
  /** A statement that selects one value. */
  heartbeatSql: string
  log: Logger
  /** Milliseconds without a reply after which the connection is lost; the default is 3,000. */
  replyTimeoutMs?: number | undefined
  onNotification: (payload: string) => void
  /** Notifications may have been missed before the call. */
  onReconnect: () => void
}

export type ListenTarget = Pick<ConnectionTarget, 'url' | 'stream'>

interface Connection {
  client: pg.Client
  roundTrip: () => Promise<unknown>
  /** When the last successful round trip started, by `performance.now()`. */
  lastRoundTripAt: () => number
  /** Resolves with the reason when the connection is lost. */
  lost: Promise<Error>
  destroy: () => void
}

/**
 * Listens to a channel of `pg_notify` on its own connection. Retries a lost connection until it is
 * re-established, then calls `onReconnect`.
 * @param target a direct connection: a pooler would keep the notifications
 * @throws Error when the first connection fails
 */
export async function listenForNotifications(
  target: ListenTarget,
  options: NotificationOptions,
): Promise<NotificationListener> {
  const { log, onReconnect } = options
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort')
  const connect = () => openConnection(target, options)
  let connection = await connect()
  let isLost = false

  const reconnectForever = async () => {
    for (;;) {
      const reason = await Promise.race([connection.lost, closed])
      if (closing.signal.aborted) return
      isLost = true
      log.warn({ err: reason }, 'The LISTEN connection was lost')
      const next = await connectWithRetries(connect, closing.signal)
      if (!next) return
      connection = next
      log.info('The LISTEN connection is re-established')
      isLost = false
      onReconnect()
    }
  }
  const reconnecting = crashOnRejection(reconnectForever())

  return {
    roundTrip: () => connection.roundTrip(),
    ageMs: () =>
      isLost ? Number.POSITIVE_INFINITY : performance.now() - connection.lastRoundTripAt(),
    async close() {
      closing.abort()
      await reconnecting
      await Promise.race([
        connection.client.end(),
        setTimeout(REPLY_TIMEOUT_MS, undefined, { ref: false }),
      ])
      connection.destroy()
    },
  }
}

/** @returns null when closed before it succeeded */
async function connectWithRetries(
  connect: () => Promise<Connection>,
  closing: AbortSignal,
): Promise<Connection | null> {
  let delay = MIN_RECONNECT_DELAY_MS
  for (; !closing.aborted; delay = Math.min(2 * delay, MAX_RECONNECT_DELAY_MS)) {
    try {
      return await connect()
    } catch {
      await pause(delay, closing)
    }
  }
  return null
}

async function openConnection(
  target: ListenTarget,
  { channel, heartbeatSql, onNotification, replyTimeoutMs = REPLY_TIMEOUT_MS }: NotificationOptions,
): Promise<Connection> {
  const socket = target.stream?.() ?? new Socket()
  const client = new pg.Client({
    connectionString: target.url,
    application_name: `good-vibes ${channel}`,
    connectionTimeoutMillis: replyTimeoutMs,
    query_timeout: replyTimeoutMs,
    stream: () => socket,
  })
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>()
  client.on('error', lose).once('end', () => lose(new Error('The database closed the connection.')))
  client.on('notification', (message) => onNotification(message.payload ?? ''))
  const destroy = () => void socket.destroy()
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    destroy()
    throw error
  }
  void lost.then(destroy)
  let lastRoundTripAt = Number.NEGATIVE_INFINITY
  const run = async () => {
    const startedAt = performance.now()
    const { rows } = await client.query({ name: 'heartbeat', text: heartbeatSql, rowMode: 'array' })
    lastRoundTripAt = startedAt
    return rows[0]?.[0] as unknown
  }
  let last: Promise<unknown> = Promise.resolve()
  // Serialized here, because node-postgres will remove its own query queue.
  const roundTrip = () => {
    last = last.then(run, run)
    last.catch(lose)
    return last
  }
  void sendHeartbeats(roundTrip).catch(() => {})
  return { client, roundTrip, lastRoundTripAt: () => lastRoundTripAt, lost, destroy }
}

/** Detects a dead peer sooner than TCP keepalive, which takes minutes. */
async function sendHeartbeats(roundTrip: () => Promise<unknown>): Promise<never> {
  for (;;) {
    await setTimeout(HEARTBEAT_INTERVAL_MS, undefined, { ref: false })
    await roundTrip()
  }
}
