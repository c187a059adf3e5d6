import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** A worker asks for the metrics of all workers. */
export interface MetricsRequest {
  kind: 'metrics request'
  id: number
}

export interface MetricsResponse {
  kind: 'metrics'
  id: number
  /** Null if they could not be gathered. */
  text: string | null
}

let latest = 0

/** In a worker: hands out what it has measured when all workers' is gathered. */
export function shareWithPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry() // listens from now on
}

/** In a worker: what all workers have measured, as text. */
export async function collectClusterMetrics(): Promise<string> {
  const id = ++latest
  const answered = new Promise<string>((resolve, reject) => {
    const read = (message: MetricsResponse) => {
      if (message.kind !== 'metrics' || message.id !== id) return
      process.off('message', read)
      if (message.text === null)
        reject(new Error('The metrics of all workers could not be gathered'))
      else resolve(message.text)
    }
    process.on('message', read)
  })
  process.send?.({ kind: 'metrics request', id } satisfies MetricsRequest)
  return answered
}

/** In the process that started the workers: gathers what they have measured whenever one of them asks. */
export function serveClusterMetrics(log: Logger): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker, message: MetricsRequest) => {
    if (message.kind !== 'metrics request') return
    const text = await registry.clusterMetrics().catch((err: unknown) => {
      log.error({ err }, 'The metrics of all workers could not be gathered')
      return null
    })
    if (worker.isConnected())
      worker.send({ kind: 'metrics', id: message.id, text } satisfies MetricsResponse)
  })
}
