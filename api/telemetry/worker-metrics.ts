import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { firstProcessMetrics } from './registry.ts'

/** A worker sends this to the primary to get the metrics of all workers. */
export interface MetricsRequest {
  kind: 'metrics request'
  id: number
}

export interface MetricsResponse {
  kind: 'metrics response'
  id: number
  /** Null when the primary failed to collect them. */
  text: string | null
}

let lastId = 0

/** In a worker: sends its metrics whenever the primary collects those of all workers. */
export function shareWithPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry() // subscribes to the primary's messages
}

/** In a worker: the metrics of all workers, in Prometheus' text format. */
export async function collectClusterMetrics(): Promise<string> {
  const id = ++lastId
  const response = new Promise<string>((resolve, reject) => {
    const onMessage = (message: MetricsResponse) => {
      if (message.kind !== 'metrics response' || message.id !== id) return
      process.off('message', onMessage)
      if (message.text === null) reject(new Error('Failed to collect the metrics of all workers'))
      else resolve(message.text)
    }
    process.on('message', onMessage)
  })
  process.send?.({ kind: 'metrics request', id } satisfies MetricsRequest)
  return response
}

const collectAll = async (registry: { clusterMetrics(): Promise<string> }) =>
  (await registry.clusterMetrics()) + (await firstProcessMetrics.metrics())

/** In the primary: serves the workers' requests for the metrics of all workers. */
export function serveClusterMetrics(log: Logger): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker, message: MetricsRequest) => {
    if (message.kind !== 'metrics request') return
    const text = await collectAll(registry).catch((err: unknown) => {
      log.error({ err }, 'Failed to collect the metrics of all workers')
      return null
    })
    if (worker.isConnected())
      worker.send({ kind: 'metrics response', id: message.id, text } satisfies MetricsResponse)
  })
}
