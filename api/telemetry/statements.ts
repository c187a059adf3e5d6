import { Counter, Histogram } from 'prom-client'
import { processMetrics } from './registry.ts'
import { currentRequestContext } from './request-context.ts'
import { toSpanFailure } from './trace.ts'

const duration = new Histogram({
  name: 'database_statement_duration_seconds',
  help: 'How long statements took, from being sent to being answered.',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [processMetrics],
})
const failures = new Counter({
  name: 'database_statement_failures_total',
  help: 'Statements that failed, refused ones among them.',
  registers: [processMetrics],
})

/**
 * Counts, times and traces a statement.
 * @returns what to call when it ends, with its error if it failed
 */
export function startStatement(statement: unknown): (error: unknown) => void {
  const work = currentRequestContext()
  if (work) work.statements++
  const traced = work?.traced?.begin('statement', { text: textOf(statement) })
  const begun = performance.now()
  return (error) => {
    duration.observe((performance.now() - begun) / 1000)
    if (error) failures.inc()
    traced?.end(toSpanFailure(error))
  }
}

/** A statement without its parameters. */
function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)
}
