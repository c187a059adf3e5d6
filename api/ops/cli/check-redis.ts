import { Redis, ReplyError } from 'ioredis'
import { messageOf } from '#api/lib/operator-error.ts'
import { type CheckResult, failed, passed } from './checks.ts'

/** For the connection and for the command, so that the check ends. */
const TIMEOUT_MS = 2_000
/** The server's own timeout for a Redis command. */
const SERVER_TIMEOUT_MS = 100

/** Connects with the same options as the server. */
export async function checkRedis(
  url: string,
  { timeoutMs = TIMEOUT_MS, serverTimeoutMs = SERVER_TIMEOUT_MS } = {},
): Promise<CheckResult[]> {
  const options = {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  }
  const client = new Redis(url, { ...options, enableOfflineQueue: false })
  let reason: unknown
  client.on('error', (error) => {
    reason = error
  })
  try {
    await client.connect()
    const startedAt = performance.now()
    await client.set('good-vibes:doctor', 'test', 'PX', TIMEOUT_MS)
    const ms = Math.round(performance.now() - startedAt)
    if (ms > serverTimeoutMs)
      return [
        failed(
          'Redis',
          `it takes ${ms} ms to respond, so the server doesn't use it. ` +
            'Move it closer, or unset REDIS_URL.',
        ),
      ]
    return [passed('Redis', `it responds within ${ms} ms.`)]
  } catch (error) {
    if (error instanceof ReplyError)
      return [
        failed(
          'Redis',
          `it rejects writes, so the server doesn't use it: ${messageOf(error)}. ` +
            'Give it more memory, or correct REDIS_URL.',
        ),
      ]
    return [
      failed(
        'Redis',
        `it does not respond, so the server doesn't use it: ${messageOf(reason ?? error)}. ` +
          'Start it, or correct REDIS_URL.',
      ),
    ]
  } finally {
    client.disconnect()
  }
}
