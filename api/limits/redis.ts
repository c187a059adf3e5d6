import { setTimeout } from 'node:timers/promises'
import { Redis, ReplyError } from 'ioredis'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import { messageOf } from '#api/lib/operator-error.ts'
import { processMetrics } from '#api/telemetry/registry.ts'

/** Milliseconds that a request may wait for Redis. One that is slower is left out until it is as fast again. */
const DEADLINE = 100
/** How often it is asked whether it is well, and for how long it may be silent before the connection counts as lost. */
const BETWEEN_BEATS = 1_000
const SILENCE = 3_000
const CONNECT = 2_000
/** Between attempts to connect: from the first to the longest wait. */
const FIRST_WAIT = 50
const LONGEST_WAIT = 2_000
const PREFIX = 'good-vibes:'

/** What processes share where the operator has a Redis. It may be away at any time, and nobody waits for it longer than 100 ms. */
export interface SharedStore {
  /** For libraries that keep something in it. */
  readonly client: Redis
  /** Does something with it; null when it is away, or too slow for that. What it refuses is an answer, too. */
  attempt<Result>(
    work: () => Promise<Result>,
    isAnswer?: (error: unknown) => boolean,
  ): Promise<Result | null>
  close(): void
}

const well = new Gauge({
  name: 'redis_up',
  help: 'Whether Redis answers in time and keeps what it is given. Present where it is used alone.',
  aggregator: 'min',
  registers: [],
})

/** Begins to connect, and goes on trying until the end. */
export function openRedis(url: string, log: Logger): SharedStore {
  const closing = new AbortController()
  const options = {
    connectionName: 'good-vibes',
    connectTimeout: CONNECT,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times: number) => Math.min(FIRST_WAIT * 2 ** Math.min(times, 10), LONGEST_WAIT),
  }
  const client = new Redis(url, { ...options, keyPrefix: PREFIX, commandTimeout: DEADLINE })
  let isWell: boolean | null = null
  let answeredAt = 0
  processMetrics.registerMetric(well)

  function note(next: boolean, reason?: unknown) {
    if (next !== isWell && !closing.signal.aborted) {
      if (next) log.info('Redis answers')
      else
        log.warn(
          { reason: messageOf(reason) },
          'Redis is of no use at the moment; each process goes on without it until it is',
        )
    }
    isWell = next
    well.set(Number(next))
  }
  /** One that has no room, or follows another, answers and keeps nothing, so something is given to it. */
  async function look() {
    try {
      await client.set('beat', '1', 'PX', SILENCE)
      answeredAt = performance.now()
      note(true)
    } catch (error) {
      note(false, error)
      if (error instanceof ReplyError) answeredAt = performance.now()
      // What was sent may never arrive, and then no answer after it is the one that is waited for.
      if (client.status === 'ready' && performance.now() - answeredAt > SILENCE)
        client.disconnect(true)
    }
  }
  // Every failed attempt to connect is an error; the look tells of it.
  client.on('error', () => {}).on('close', () => note(false, 'The connection was lost.'))
  client.on('ready', look)
  void beat(look, closing.signal)

  const attempt: SharedStore['attempt'] = async (work, isAnswer = () => false) => {
    if (!isWell) return null
    try {
      return await work()
    } catch (error) {
      if (isAnswer(error)) throw error
      note(false, error)
      return null
    }
  }

  return {
    client,
    attempt,
    close() {
      closing.abort()
      client.disconnect()
    },
  }
}

async function beat(look: () => Promise<void>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await setTimeout(BETWEEN_BEATS, undefined, { ref: false, signal: closing }).catch(() => {})
    if (!closing.aborted) await look()
  }
}
