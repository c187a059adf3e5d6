import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { isForbidden } from '../../lib/api-error.ts'

/** Whether the viewer is no moderator, or no longer. */
export function isRefused(error: unknown): boolean {
  return (
    isForbidden(error) ||
    (CombinedGraphQLErrors.is(error) &&
      error.errors.some(({ extensions }) => extensions?.code === 'FORBIDDEN'))
  )
}
