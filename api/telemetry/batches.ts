import { Counter, Gauge } from 'prom-client'
import { processMetrics } from './registry.ts'

/** Counts of one kind of batched read. */
export interface BatchCounts {
  /** Keys queued for the next run. */
  waiting: number
  runs: number
  /** Keys read by all runs so far. */
  keys: number
}

const batches = new Map<string, BatchCounts>()

const labelNames = ['batch']
const registers = [processMetrics]
new Gauge({
  name: 'batch_waiting',
  help: 'Keys queued for the next batched statement.',
  labelNames,
  registers,
  collect() {
    for (const [batch, { waiting }] of batches) this.set({ batch }, waiting)
  },
})
new Counter({
  name: 'batch_runs_total',
  help: 'Batched statements that have run.',
  labelNames,
  registers,
  collect() {
    this.reset()
    for (const [batch, { runs }] of batches) this.inc({ batch }, runs)
  },
})
new Counter({
  name: 'batch_keys_total',
  help: 'Keys read by batched statements.',
  labelNames,
  registers,
  collect() {
    this.reset()
    for (const [batch, { keys }] of batches) this.inc({ batch }, keys)
  },
})

/** All batches of the same name share their counts. */
export function batchCounts(name: string): BatchCounts {
  const counts = batches.get(name) ?? { waiting: 0, runs: 0, keys: 0 }
  batches.set(name, counts)
  return counts
}
