import { Redis, ReplyError } from 'ioredis'
import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import { messageOf } from '#api/lib/operator-error.ts'
import { pause } from '#api/lib/pause.ts'
import { processMetrics } from '#api/telemetry/registry.ts'

/** A slower command marks Redis as unhealthy until a health check succeeds. */
const COMMAND_TIMEOUT_MS = 100
const HEALTH_CHECK_INTERVAL_MS = 1_000
/** After this time without a reply the connection counts as lost. */
const REPLY_TIMEOUT_MS = 3_000
const CONNECT_TIMEOUT_MS = 2_000
const MIN_RECONNECT_DELAY_MS = 50
const MAX_RECONNECT_DELAY_MS = 2_000
const PREFIX = 'good-vibes:'

/** An optional Redis that processes share. It may be down at any time. */
export interface SharedStore {
  /** For libraries that store something in it. */
  readonly client: Redis
  /**
   * Runs a command; null when Redis is unhealthy or the command fails.
   * @param isReply whether an error is a regular reply of the command, which is thrown
   */
  runIfHealthy<Result>(
    command: () => Promise<Result>,
    isReply?: (error: unknown) => boolean,
  ): Promise<Result | null>
  close(): void
}

const redisUp = new Gauge({
  name: 'redis_up',
  help: 'Whether Redis accepts writes in time (1 or 0). Present only with REDIS_URL.',
  aggregator: 'min',
  registers: [],
})
const redisFailures = new Counter({
  name: 'redis_failures_total',
  help: 'Times that Redis became unavailable, however briefly. Present only with REDIS_URL.',
  registers: [],
})

const connectionOptions = (commandTimeout: number) => ({
  connectionName: 'good-vibes',
  keyPrefix: PREFIX,
  commandTimeout,
  connectTimeout: CONNECT_TIMEOUT_MS,
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  retryStrategy: (times: number) =>
    Math.min(MIN_RECONNECT_DELAY_MS * 2 ** Math.min(times, 10), MAX_RECONNECT_DELAY_MS),
})

/** Connects in the background, and reconnects until it is closed. */
export function openRedis(
  url: string,
  log: Logger,
  { commandTimeoutMs = COMMAND_TIMEOUT_MS } = {},
): SharedStore {
  const closing = new AbortController()
  const client = new Redis(url, connectionOptions(commandTimeoutMs))
  let isHealthy: boolean | null = null
  let repliedAt = 0
  processMetrics.registerMetric(redisUp)
  processMetrics.registerMetric(redisFailures)

  function setHealthy(next: boolean, reason?: unknown) {
    if (next !== isHealthy && !closing.signal.aborted) {
      if (next) log.info('Redis is available')
      else {
        redisFailures.inc()
        log.warn(
          { reason: messageOf(reason) },
          'Redis is unavailable: each process counts rate limits by itself until it is back',
        )
      }
    }
    isHealthy = next
    redisUp.set(Number(next))
  }
  /** Writes a key: a full Redis or a replica replies, but rejects writes. */
  async function healthCheck() {
    try {
      await client.set('health-check', '1', 'PX', REPLY_TIMEOUT_MS)
      repliedAt = performance.now()
      setHealthy(true)
    } catch (error) {
      setHealthy(false, error)
      if (error instanceof ReplyError) repliedAt = performance.now()
      // A lost command would shift all later replies by one, so start over with a new connection.
      if (client.status === 'ready' && performance.now() - repliedAt > REPLY_TIMEOUT_MS)
        client.disconnect(true)
    }
  }
  // Each failed attempt to connect emits an error; the health check reports it.
  client.on('error', () => {}).on('close', () => setHealthy(false, 'The connection was lost.'))
  client.on('ready', healthCheck)
  void repeat(healthCheck, closing.signal)

  return {
    client,
    async runIfHealthy(command, isReply = () => false) {
      if (!isHealthy) return null
      try {
        return await command()
      } catch (error) {
        if (isReply(error)) throw error
        setHealthy(false, error)
        return null
      }
    },
    close() {
      closing.abort()
      client.disconnect()
    },
  }
}

async function repeat(healthCheck: () => Promise<void>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await pause(HEALTH_CHECK_INTERVAL_MS, closing, { ref: false })
    if (!closing.aborted) await healthCheck()
  }
}
