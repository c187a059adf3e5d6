import { Counter, Histogram } from 'prom-client'
import { processMetrics } from './registry.ts'
import { currentRequestContext } from './request-context.ts'
import { toSpanFailure } from './trace.ts'

const duration = new Histogram({
  name: 'database_statement_duration_seconds',
  help: 'Duration of database statements, from sending them to their result.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [processMetrics],
})
const failures = new Counter({
  name: 'database_statement_failures_total',
  help: 'Database statements that failed.',
  registers: [processMetrics],
})

/**
 * Counts, times and traces a statement.
 * @returns the function to call with its error, if any, when it ends
 */
export function startStatement(statement: unknown): (error: unknown) => void {
  const context = currentRequestContext()
  if (context) context.statements++
  const span = context?.span?.startChild('statement', { text: textOf(statement) })
  const startedAt = performance.now()
  return (error) => {
    duration.observe((performance.now() - startedAt) / 1000)
    if (error) failures.inc()
    span?.end(toSpanFailure(error))
  }
}

/** The SQL of a statement, without its parameters. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)
}
