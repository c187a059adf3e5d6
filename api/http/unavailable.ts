import type { IncomingMessage } from 'node:http'
import { RETRY_AFTER_SECONDS, UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { type FormattedError, formatError } from './formatted-error.ts'

interface UnavailableResponse extends FormattedError {
  status: 503
  headers: ['Retry-After', string]
}

/**
 * A 503 response in the format of the requested API: GraphQL, problem+json or HTML.
 * @param sentence why the request fails now
 */
export function unavailableResponse(
  url: string,
  req: IncomingMessage,
  requestId: string,
  sentence: string,
): UnavailableResponse {
  return {
    status: 503,
    ...formatError(url, req, {
      problem: { status: 503, code: UNAVAILABLE_CODE, detail: sentence, requestId },
      extensions: { code: UNAVAILABLE_CODE, requestId },
      reloads: true,
    }),
    headers: ['Retry-After', String(RETRY_AFTER_SECONDS)],
  }
}
