import type { IncomingMessage } from 'node:http'
import { isGraphql } from '#api/lib/graphql-path.ts'
import { html } from '#api/lib/html.ts'
import { PROBLEM_TYPE, type Problem, problemJson } from './problem-details.ts'

export interface FormattedError {
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
  if (isGraphql(url)) return graphqlError(req, detail, extensions)
  if (!/^\/api(?=[/?]|$)/i.test(url) && req.headers.accept?.includes('text/html'))
    return { type: 'text/html; charset=utf-8', body: errorPage(detail, reloads) }
  return { type: PROBLEM_TYPE, body: problemJson(problem) }
}

function graphqlError(
  req: IncomingMessage,
  message: string,
  extensions: Record<string, unknown>,
): FormattedError {
  return { type: graphqlType(req), body: JSON.stringify({ errors: [{ message, extensions }] }) }
}

/** The media type of a GraphQL response, by the caller's Accept header. */
function graphqlType({ headers: { accept = '' } }: IncomingMessage): string {
  const acceptsGraphqlType = accept.startsWith('application/graphql-response+json')
  return `application/${acceptsGraphqlType ? 'graphql-response+json' : 'json'}; charset=utf-8`
}

function errorPage(sentence: string, reloads: boolean): string {
  const refresh = html`<meta http-equiv="refresh" content="5">`
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${reloads ? refresh : undefined}<title>Good Vibes</title><p>${sentence}${reloads ? ' This page reloads by itself.' : undefined}`
    .text
}
