import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Shape } from './shapes.ts'
import type { Target } from './small-product.ts'

const CONNECTIONS = 500
/** An attacker gives up a connection that the server keeps. */
const MAX_HELD_MS = 35_000
const PAUSE_MS = 50

/**
 * Attacks with connections at once, each of which connects again when it ends.
 * @returns numbers of responses by status, and of connections that got none
 */
export async function attackWithConnections(
  shape: Shape,
  target: Target,
  durationMs: number,
  connections = CONNECTIONS,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const endsAt = performance.now() + durationMs
  const count = (status: string) => {
    counts[status] = (counts[status] ?? 0) + 1
  }
  const run = async (number: number) => {
    while (performance.now() < endsAt && !counts.ECONNREFUSED) {
      const remaining = endsAt - performance.now()
      await attackOnce(shape, target, { number, count, maxMs: Math.min(MAX_HELD_MS, remaining) })
      await setTimeout(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => run(number)))
  return counts
}

interface Connection {
  number: number
  /** Gets the status of a response, or why there was none. */
  count: (status: string) => void
  maxMs: number
}

async function attackOnce(
  shape: Shape,
  target: Target,
  { number, count, maxMs }: Connection,
): Promise<void> {
  const socket = connect({ port: target.port, signal: AbortSignal.timeout(Math.ceil(maxMs)) })
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let [responses, problem] = [0, 'no response']
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') problem = code
  })
  socket.once('close', close)
  socket.on('data', (chunk) => {
    for (const [, status = ''] of String(chunk).matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      responses++
      count(status)
    }
    // One response is enough to know what the server does with it.
    if (responses > 0) socket.destroySoon()
  })
  void shape.send(socket, target, number)
  await closed
  if (responses === 0) count(problem)
}
