import { Counter, Gauge } from 'prom-client'
import { processMetrics } from './registry.ts'

/** What is noted of those who ask for something in common. */
export interface BatchCounts {
  /** Who waits for the next run. */
  waiting: number
  /** Runs so far, and how many were answered by them. */
  runs: number
  keys: number
}

const batches = new Map<string, BatchCounts>()

const labelNames = ['batch']
const registers = [processMetrics]
new Gauge({
  name: 'batch_waiting',
  help: 'Who waits for the next statement that is shared.',
  labelNames,
  registers,
  collect() {
    for (const [batch, { waiting }] of batches) this.set({ batch }, waiting)
  },
})
new Counter({
  name: 'batch_runs_total',
  help: 'Statements that are shared.',
  labelNames,
  registers,
  collect() {
    this.reset()
    for (const [batch, { runs }] of batches) this.inc({ batch }, runs)
  },
})
new Counter({
  name: 'batch_keys_total',
  help: 'Who was answered by a statement that is shared.',
  labelNames,
  registers,
  collect() {
    this.reset()
    for (const [batch, { keys }] of batches) this.inc({ batch }, keys)
  },
})

/** The counts of a name, which all batches of that name share. */
export function batchCounts(name: string): BatchCounts {
  const counts = batches.get(name) ?? { waiting: 0, runs: 0, keys: 0 }
  batches.set(name, counts)
  return counts
}
