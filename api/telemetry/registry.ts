import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

/** What is measured of the process; there is one of it, however many apps it has. */
export const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics })

export const unhandledRejections = new Counter({
  name: 'unhandled_rejections_total',
  help: 'Promises that were rejected and that nothing handled: mistakes in the code.',
  registers: [processMetrics],
})
