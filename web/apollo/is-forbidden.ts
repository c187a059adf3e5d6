import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApiError } from '../lib/api-error.ts'

const FORBIDDEN = 403

/** Whether the server refused something to this account: a request, or an operation. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError
    ? error.status === FORBIDDEN
    : CombinedGraphQLErrors.is(error) &&
        error.errors.some(({ extensions }) => extensions?.code === 'FORBIDDEN')
}
