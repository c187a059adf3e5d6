import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

/** Metrics of the process, which all apps in it share. */
export const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics })

/** Metrics of the first process alone, which runs the jobs. */
export const firstProcessMetrics = new Registry()

export const workerRestarts = new Counter({
  name: 'worker_restarts_total',
  help: 'Worker processes that died and were replaced; always 0 with one process.',
  registers: [firstProcessMetrics],
})

export const unhandledRejections = new Counter({
  name: 'unhandled_rejections_total',
  help: 'Unhandled promise rejections; each is a bug.',
  registers: [processMetrics],
})

export const databaseDeadlocks = new Counter({
  name: 'database_deadlocks_total',
  help: 'Statements and transactions that lost a deadlock; they run again.',
  registers: [processMetrics],
})
