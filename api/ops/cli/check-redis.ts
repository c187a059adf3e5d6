import { Redis, ReplyError } from 'ioredis'
import { messageOf } from '#api/lib/operator-error.ts'
import { type Finding, well, wrong } from './checks.ts'

/** Milliseconds: what is waited for an answer here, and what the server waits for. */
const PATIENCE = 2_000
const DEADLINE = 100

/** Connects as the server does. */
export async function checkRedis(url: string): Promise<Finding[]> {
  const options = {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
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
    const began = performance.now()
    await client.set('good-vibes:doctor', 'All is well.', 'PX', PATIENCE)
    const took = Math.round(performance.now() - began)
    if (took > DEADLINE)
      return [
        wrong(
          'Redis',
          `it takes ${took} ms for an answer, so the server does without it: put it nearer, or take REDIS_URL away.`,
        ),
      ]
    return [well('Redis', `it answers within ${took} ms.`)]
  } catch (error) {
    if (error instanceof ReplyError)
      return [
        wrong(
          'Redis',
          `it keeps nothing, so the server does without it: ${messageOf(error)}. Give it room, or mend REDIS_URL.`,
        ),
      ]
    return [
      wrong(
        'Redis',
        `it does not answer, so the server does without it: ${messageOf(reason ?? error)}. Start it, or mend REDIS_URL.`,
      ),
    ]
  } finally {
    client.disconnect()
  }
}
