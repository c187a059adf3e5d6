import { once } from 'node:events'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'

const BETWEEN = 5
/** Milliseconds after which nobody answers anymore. */
const PATIENCE = 10_000

/**
 * Asks for a path at a port again and again, each time on a new connection.
 * @param since it begins when this path is answered 200
 * @returns what ends it, and tells what was answered from then on: statuses, and codes such as `ECONNREFUSED`
 */
export function knockAt(
  port: number,
  path = '/healthz',
  since = path,
): () => Promise<Map<number | string, number>> {
  const answers = new Map<number | string, number>()
  let isOver = false
  const knocking = knock()

  async function knock() {
    while (!isOver && (await knockOnce(port, since)) !== 200) await setTimeout(BETWEEN)
    while (!isOver) {
      const answer = await knockOnce(port, path)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await setTimeout(BETWEEN)
    }
  }

  return async () => {
    while (answers.size === 0) await setTimeout(BETWEEN)
    isOver = true
    await knocking
    return answers
  }
}

/** Asks once, on a new connection. Returns the status, or a code such as `ECONNREFUSED`. */
export async function knockOnce(port: number, path: string): Promise<number | string> {
  const request = http.get({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    signal: AbortSignal.timeout(PATIENCE),
  })
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    await response.resume().toArray()
    return response.statusCode ?? 0
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
