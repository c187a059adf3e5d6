import { Counter } from 'prom-client'
import { processMetrics } from './registry.ts'

/** The operations that the client and REST send. Others can have any name, so all of them are one to who counts. */
export const KNOWN_OPERATIONS: ReadonlySet<string> = new Set(
  `CreatePost DeletePost Explore Feed LikePost Profile UnlikePost UpdateProfile Viewer RestCreatePost RestDeletePost RestLikePost
  RestPost RestPosts RestSearch RestUnlikePost RestUpdateProfile RestUser RestUserPosts RestViewer`.split(
    /\s+/,
  ),
)

const errors = new Counter({
  name: 'graphql_errors_total',
  help: 'Operations, or parts of them, that were refused or went wrong, by the code that the caller is told.',
  labelNames: ['operation', 'code'],
  registers: [processMetrics],
})

/** An operation's name as a label: few different ones, whatever callers send. Empty for none. */
export function operationLabel(name: string | null): string {
  if (name === null) return ''
  return KNOWN_OPERATIONS.has(name) ? name : 'other'
}

export function countError(operation: string | null | undefined, code: string): void {
  errors.inc({ operation: operationLabel(operation ?? null), code })
}
