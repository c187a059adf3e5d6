import type { IncomingMessage } from 'node:http'
import { RETRY_AFTER_SECONDS, UNAVAILABLE_CODE } from '#api/database/unavailable.ts'

const htmlPage = (
  sentence: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Good Vibes</title><p>${sentence} This page reloads by itself.`

interface UnavailableResponse {
  status: 503
  type: string
  body: string
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
    ...bodyFor(url, req, requestId, sentence),
    headers: ['Retry-After', String(RETRY_AFTER_SECONDS)],
  }
}

/** The media type of a GraphQL response, by the caller's Accept header. */
export function graphqlType({ headers: { accept = '' } }: IncomingMessage): string {
  const acceptsGraphqlType = accept.startsWith('application/graphql-response+json')
  return `application/${acceptsGraphqlType ? 'graphql-response+json' : 'json'}; charset=utf-8`
}

function bodyFor(
  url: string,
  req: IncomingMessage,
  requestId: string,
  sentence: string,
): { type: string; body: string } {
  const prefix = url.split(/[/?]/)[1]
  if (prefix === 'graphql') {
    return {
      type: graphqlType(req),
      body: JSON.stringify({
        errors: [{ message: sentence, extensions: { code: UNAVAILABLE_CODE, requestId } }],
      }),
    }
  }
  if (prefix !== 'api' && req.headers.accept?.includes('text/html'))
    return { type: 'text/html; charset=utf-8', body: htmlPage(sentence) }
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: UNAVAILABLE_CODE,
    detail: sentence,
    requestId,
  }
  return { type: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
}
