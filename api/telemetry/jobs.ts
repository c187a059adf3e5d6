import { Gauge } from 'prom-client'
import { firstProcessMetrics } from './registry.ts'

const lastSuccess = new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'When a background job last succeeded, in seconds since 1970.',
  labelNames: ['job'],
  registers: [firstProcessMetrics],
})

export function jobSucceeded(job: string): void {
  lastSuccess.set({ job }, Date.now() / 1000)
}
