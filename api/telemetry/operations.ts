import { Counter } from 'prom-client'
import { operationNames } from './operation-names.generated.ts'
import { processMetrics } from './registry.ts'

/** Operations of the client and REST. All others share a label: their names are unbounded. */
const knownOperations: ReadonlySet<string> = new Set(operationNames)

const errors = new Counter({
  name: 'graphql_errors_total',
  help: 'GraphQL errors and user errors, by operation and error code.',
  labelNames: ['operation', 'code'],
  registers: [processMetrics],
})

/** A label with few values, whatever callers send; empty for an operation without a name. */
export function operationLabel(name: string | null): string {
  if (name === null) return ''
  return knownOperations.has(name) ? name : 'other'
}

export function countError(operation: string | null | undefined, code: string): void {
  errors.inc({ operation: operationLabel(operation ?? null), code })
}
