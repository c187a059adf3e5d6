import { once } from 'node:events'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'

const BETWEEN = 5
/** Milliseconds after which nobody answers anymore. */
const PATIENCE = 10_000

/**
 * Asks at a port again and again, each time on a new connection, whether something is alive there.
 * @returns what ends it, and tells what was answered since the first answer: statuses, and codes such as `ECONNREFUSED`
 */
export function knockAt(port: number): () => Promise<Map<number | string, number>> {
  const answers = new Map<number | string, number>()
  let isOver = false
  const knocking = knock()

  async function knock() {
    while (!isOver) {
      const answer = await ask(port)
      if (answers.size > 0 || typeof answer === 'number') answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await setTimeout(BETWEEN)
    }
  }

  return async () => {
    isOver = true
    await knocking
    return answers
  }
}

async function ask(port: number): Promise<number | string> {
  const request = http.get({ host: '127.0.0.1', port, path: '/healthz', agent: false, signal: AbortSignal.timeout(PATIENCE) })
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    await response.resume().toArray()
    return response.statusCode ?? 0
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
