import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

/** Metrics of the process, which all apps in it share. */
export const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics })

export const unhandledRejections = new Counter({
  name: 'unhandled_rejections_total',
  help: 'Unhandled promise rejections; each is a bug.',
  registers: [processMetrics],
})
