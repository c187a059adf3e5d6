import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Metrics, MetricsSum } from './metrics-sum.ts'
import { firstProcessMetrics, processMetrics } from './registry.ts'

/** What a worker sends to the primary. */
export type MetricsFromWorker =
  /** From now on it responds to requests. */
  | { kind: 'has metrics' }
  | { kind: 'worker metrics'; id: number; metrics: Metrics }
  /** It needs the metrics of all workers. */
  | { kind: 'metrics request'; id: number }

/** What the primary sends to a worker. */
export type MetricsFromPrimary =
  | { kind: 'worker metrics request'; id: number }
  /** The text is null when the primary failed to collect them. */
  | { kind: 'metrics response'; id: number; text: string | null }

/** After that, the sum has what a worker sent last. */
const TIMEOUT_MS = 5_000

let lastId = 0

const sendToPrimary = (message: MetricsFromWorker) => void process.send?.(message)

/** In a worker: sends its metrics whenever the primary collects those of all workers. */
export function shareWithPrimary(registry: Registry): void {
  process.on('message', async ({ kind, id }: MetricsFromPrimary) => {
    if (kind === 'worker metrics request')
      sendToPrimary({ kind: 'worker metrics', id, metrics: await registry.getMetricsAsJSON() })
  })
  sendToPrimary({ kind: 'has metrics' })
}

/** In a worker: the metrics of all workers, in Prometheus' text format. */
export async function collectClusterMetrics(): Promise<string> {
  const id = ++lastId
  const response = new Promise<string>((resolve, reject) => {
    const onMessage = (message: MetricsFromPrimary) => {
      if (message.kind !== 'metrics response' || message.id !== id) return
      process.off('message', onMessage)
      if (message.text === null) reject(new Error('Failed to collect the metrics of all workers'))
      else resolve(message.text)
    }
    process.on('message', onMessage)
  })
  sendToPrimary({ kind: 'metrics request', id })
  return response
}

/** In the primary: serves the workers' requests for the metrics of all workers. */
export function serveClusterMetrics(log: Logger): void {
  const sum = new MetricsSum()
  // One that is starting would not respond.
  const responding = new Set<Worker>()
  const collect = async () => {
    await Promise.all([...responding].map((worker) => update(sum, worker)))
    return (await sum.text()) + (await firstProcessText())
  }
  cluster.on('exit', (worker) => {
    responding.delete(worker)
    sum.end(worker.id)
  })
  const respond = async (worker: Worker, id: number) => {
    const text = await collect().catch((err: unknown) => {
      log.error({ err }, 'Failed to collect the metrics of all workers')
      return null
    })
    send(worker, { kind: 'metrics response', id, text })
  }
  cluster.on('message', (worker, message: MetricsFromWorker) => {
    if (message.kind === 'has metrics') responding.add(worker)
    if (message.kind === 'metrics request') void respond(worker, message.id)
  })
}

/** Resolves when the sum has a worker's present metrics, or the worker does not respond. */
function update(sum: MetricsSum, worker: Worker): Promise<void> {
  const id = ++lastId
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('exit', end)
      resolve()
    }
    const onMessage = (message: MetricsFromWorker) => {
      if (message.kind !== 'worker metrics' || message.id !== id) return
      if (!worker.isDead()) sum.set(worker.id, message.metrics)
      end()
    }
    const timer = setTimeout(end, TIMEOUT_MS)
    worker.on('message', onMessage).once('exit', end)
    send(worker, { kind: 'worker metrics request', id })
  })
}

function send(worker: Worker, message: MetricsFromPrimary): void {
  if (worker.isConnected()) worker.send(message)
}

/** The start of the primary is that of the server. The sum leaves out those of the workers. */
async function firstProcessText(): Promise<string> {
  const start = await processMetrics.getSingleMetricAsString('process_start_time_seconds')
  return `${start}\n${await firstProcessMetrics.metrics()}`
}
