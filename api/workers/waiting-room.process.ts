import cluster from 'node:cluster'
import { openWaitingRoom } from '../http/waiting-room.ts'
import { OperatorError } from '../operator-error.ts'
import { type ToWorker, tell } from './messages.ts'

// Answers at the door of the workers until they do. It ends when it is told to, and with the process that started it.

/** Milliseconds that somebody who is slow has when the workers are ready. */
const PATIENCE = 1_000

process.on('SIGINT', () => {}).on('SIGHUP', () => {})
const received = new Promise<Extract<ToWorker, { kind: 'wait' }>>((resolve) => {
  process.on('message', (message: ToWorker) => message.kind === 'wait' && resolve(message))
})
await tell({ kind: 'order please' })

try {
  const room = await openWaitingRoom((await received).at)
  process.on('message', async ({ kind }: ToWorker) => {
    if (kind === 'migrating') room.migrating()
    if (kind !== 'leave') return
    setTimeout(room.breakOff, PATIENCE).unref()
    await room.close()
    // Gives back what it was handed meanwhile, and ends.
    cluster.worker?.disconnect()
  })
  await tell({ kind: 'ready' })
  // Whoever gathers what is measured asks every worker.
  const [{ shareMetrics }, { Registry }] = await Promise.all([import('./metrics.ts'), import('prom-client')])
  shareMetrics(new Registry())
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  await tell({ kind: 'refused', sentence: error.message })
  process.exit(1)
}
