import { setTimeout } from 'node:timers/promises'
import { rawRequest } from '#api/test/servers/raw-request.ts'

const INTERVAL_MS = 5
const TIMEOUT_MS = 120_000

/** An HTTP status, or an error code such as `ECONNREFUSED`. */
export type Outcome = number | string

/**
 * Requests a path again and again, each time on a new connection.
 * @param readyPath counting begins when this path responds with 200
 * @returns a function that stops polling and resolves with the number of each outcome
 */
export function pollPort(
  port: number,
  path = '/healthz',
  readyPath = path,
): () => Promise<Map<Outcome, number>> {
  const outcomes = new Map<Outcome, number>()
  let isStopped = false
  const polling = poll()

  async function poll() {
    while (!isStopped && (await requestOnce(port, readyPath)) !== 200) await setTimeout(INTERVAL_MS)
    while (!isStopped) {
      const outcome = await requestOnce(port, path)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await setTimeout(INTERVAL_MS)
    }
  }

  return async () => {
    while (outcomes.size === 0) await setTimeout(INTERVAL_MS)
    isStopped = true
    await polling
    return outcomes
  }
}

/** Sends one request on a new connection. */
export async function requestOnce(port: number, path: string): Promise<Outcome> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return (await rawRequest(`http://127.0.0.1:${port}${path}`, { signal })).status
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
