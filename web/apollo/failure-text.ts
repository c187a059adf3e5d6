import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApiError, messageOf } from '../lib/api-error.ts'
import { loadReasonText } from '../lib/lazy-reason-text.ts'

/**
 * The text for an operation that failed as a whole: the catalogue's where it knows the reason, else
 * the error's message; undefined when that is technical.
 */
export async function failureText(error: unknown): Promise<string | undefined> {
  const textOf = await loadReasonText()
  return textOf({ reason: reasonOf(error), message: messageOf(error, '') }) || undefined
}

/** The stable name of what an operation failed for, if the server gave one. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.code
  const reason = CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.reason
  return typeof reason === 'string' ? reason : undefined
}
