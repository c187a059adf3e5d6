import { Counter } from 'prom-client'
import { processMetrics } from './registry.ts'

/** Operations of the client and REST. All others share a label: their names are unbounded. */
export const KNOWN_OPERATIONS: ReadonlySet<string> = new Set(
  `CreatePost DeletePost Explore Feed LikePost Profile UnlikePost UpdateProfile Viewer RestCreatePost RestDeletePost RestLikePost
  RestPost RestPosts RestSearch RestUnlikePost RestUpdateProfile RestUser RestUserPosts RestViewer`.split(
    /\s+/,
  ),
)

const errors = new Counter({
  name: 'graphql_errors_total',
  help: 'GraphQL errors and user errors, by operation and error code.',
  labelNames: ['operation', 'code'],
  registers: [processMetrics],
})

/** A label with few values, whatever callers send; empty for an operation without a name. */
export function operationLabel(name: string | null): string {
  if (name === null) return ''
  return KNOWN_OPERATIONS.has(name) ? name : 'other'
}

export function countError(operation: string | null | undefined, code: string): void {
  errors.inc({ operation: operationLabel(operation ?? null), code })
}
