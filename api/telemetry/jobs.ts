import { Gauge } from 'prom-client'
import { firstProcessMetrics } from './registry.ts'

const lastSuccess = new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'When a background job last succeeded, or when the server started, in seconds since 1970.',
  // Prometheus itself adds a label `job`.
  labelNames: ['name'],
  registers: [firstProcessMetrics],
})

/** Begins the series of each job, so that one that never succeeds raises an alert too. */
export function jobsStarted(names: readonly string[]): void {
  for (const name of names) jobSucceeded(name)
}

export function jobSucceeded(name: string): void {
  lastSuccess.set({ name }, Date.now() / 1000)
}

const lag = new Gauge({
  name: 'queue_lag_seconds',
  help: 'For how long the oldest entry of a queue has been due.',
  labelNames: ['queue'],
  registers: [firstProcessMetrics],
})

export function setQueueLag(queue: 'notifications' | 'webhooks', seconds: number): void {
  lag.set({ queue }, seconds)
}
