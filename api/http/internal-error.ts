import type { IncomingMessage } from 'node:http'
import { type FormattedError, formatError } from './formatted-error.ts'

/** The code of an unexpected error in GraphQL. */
export const INTERNAL_ERROR_CODE = 'INTERNAL_SERVER_ERROR'

/** All that a caller learns of an unexpected error. The log has the rest. */
export function internalErrorMessage(requestId: string): string {
  return `Something went wrong. If it keeps happening, tell us this number: ${requestId}`
}

/** The response to an unexpected error, in the format of the requested API. */
export function internalErrorResponse(
  url: string,
  req: IncomingMessage,
  requestId: string,
): FormattedError & { status: 500 } {
  const detail = internalErrorMessage(requestId)
  return {
    status: 500,
    ...formatError(url, req, {
      problem: { status: 500, code: 'INTERNAL_ERROR', detail, requestId },
      extensions: { code: INTERNAL_ERROR_CODE, requestId },
    }),
  }
}
