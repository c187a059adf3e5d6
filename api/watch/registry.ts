import { collectDefaultMetrics, Registry } from 'prom-client'

/** What is measured of the process; there is one of it, however many apps it has. */
export const processMetrics = new Registry()
collectDefaultMetrics({ register: processMetrics })
