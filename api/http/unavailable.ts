import type { IncomingMessage } from 'node:http'
import { RETRY_AFTER_SECONDS, UNAVAILABLE_CODE } from '#api/database/unavailable.ts'

const pageOf = (
  sentence: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Good Vibes</title><p>${sentence} This page does so by itself.`

interface UnavailableAnswer {
  status: 503
  type: string
  body: string
  headers: ['Retry-After', string]
}

/**
 * What answers a request that may pass a little later, in the form of the door that it came to.
 * @param url the whole address that was asked for
 * @param sentence why it does not pass now
 */
export function unavailableAnswer(
  url: string,
  req: IncomingMessage,
  requestId: string,
  sentence: string,
): UnavailableAnswer {
  return {
    status: 503,
    ...bodyFor(url, req, requestId, sentence),
    headers: ['Retry-After', String(RETRY_AFTER_SECONDS)],
  }
}

/** The type of a GraphQL response, as the caller accepts it. */
export function graphqlType({ headers: { accept = '' } }: IncomingMessage): string {
  const isNew = accept.startsWith('application/graphql-response+json')
  return `application/${isNew ? 'graphql-response+json' : 'json'}; charset=utf-8`
}

function bodyFor(
  url: string,
  req: IncomingMessage,
  requestId: string,
  sentence: string,
): { type: string; body: string } {
  const door = url.split(/[/?]/)[1]
  if (door === 'graphql') {
    return {
      type: graphqlType(req),
      body: JSON.stringify({
        errors: [{ message: sentence, extensions: { code: UNAVAILABLE_CODE, requestId } }],
      }),
    }
  }
  if (door !== 'api' && req.headers.accept?.includes('text/html'))
    return { type: 'text/html; charset=utf-8', body: pageOf(sentence) }
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: sentence,
    requestId,
  }
  return { type: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
}
