import type { IncomingMessage } from 'node:http'
import { RETRY_AFTER_SECONDS, UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { isGraphql } from '#api/lib/graphql-path.ts'
import { html } from '#api/lib/html.ts'
import { graphqlType, JSON_TYPE } from './content-types.ts'
import { PROBLEM_TYPE, type Problem, problemJson } from './problem-details.ts'

/** The code of an unexpected error in GraphQL. */
export const INTERNAL_ERROR_CODE = 'INTERNAL_SERVER_ERROR'

interface FormattedError {
  type: string
  body: string
}

interface ErrorToFormat {
  problem: Problem
  /** The extensions of the GraphQL error. */
  extensions: Record<string, unknown>
  /** Whether a page tries again after some seconds. */
  reloads?: boolean
}

/** Formats an error as the requested API does: as GraphQL, problem+json or HTML. */
export function formatError(
  url: string,
  req: IncomingMessage,
  { problem, extensions, reloads = false }: ErrorToFormat,
): FormattedError {
  const { detail } = problem
  if (isGraphql(url)) {
    const body = JSON.stringify({ errors: [{ message: detail, extensions }] })
    return { type: graphqlType(req) ?? JSON_TYPE, body }
  }
  if (!/^\/api(?=[/?]|$)/i.test(url) && req.headers.accept?.includes('text/html'))
    return { type: 'text/html; charset=utf-8', body: errorPage(detail, reloads) }
  return { type: PROBLEM_TYPE, body: problemJson(problem) }
}

function errorPage(sentence: string, reloads: boolean): string {
  const refresh = html`<meta http-equiv="refresh" content="5">`
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${reloads ? refresh : undefined}<title>Good Vibes</title><p>${sentence}${reloads ? ' This page reloads by itself.' : undefined}`
    .text
}

/** All that a caller learns of an unexpected error. The log has the rest. */
export function internalErrorMessage(requestId: string): string {
  return `Something went wrong. If it keeps happening, tell us this number: ${requestId}`
}

/** The response to an unexpected error, in the format of the requested API. */
export function internalErrorResponse(url: string, req: IncomingMessage, requestId: string) {
  const detail = internalErrorMessage(requestId)
  return {
    status: 500,
    ...formatError(url, req, {
      problem: { status: 500, code: 'INTERNAL_ERROR', detail, requestId },
      extensions: { code: INTERNAL_ERROR_CODE, requestId },
    }),
  }
}

/**
 * A 503 response in the format of the requested API.
 * @param sentence why the request fails now
 */
export function unavailableResponse(
  url: string,
  req: IncomingMessage,
  requestId: string,
  sentence: string,
) {
  return {
    status: 503,
    ...formatError(url, req, {
      problem: { status: 503, code: UNAVAILABLE_CODE, detail: sentence, requestId },
      extensions: { code: UNAVAILABLE_CODE, requestId },
      reloads: true,
    }),
    headers: ['Retry-After', String(RETRY_AFTER_SECONDS)] as const,
  }
}
