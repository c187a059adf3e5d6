import { type ExecutionResult, GraphQLError, Kind } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { countError } from '#api/telemetry/operations.ts'
import { currentRequestContext } from '#api/telemetry/request-context.ts'

/** The server caches documents, so this bounds memory. 1,000 tokens need far less. */
const MAX_DOCUMENT_LENGTH = 20_000
const NOT_ACCEPTABLE_STATUS = 406
const NOT_ACCEPTABLE =
  'Accept application/graphql-response+json or application/json, or text/event-stream for a subscription.'

/** Accepts only what the GraphQL over HTTP spec requires, and no content types of HTML forms. */
export function graphqlOverHttp(): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (
        request.method === 'POST' &&
        !/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')
      ) {
        throw requestError('Send the operation as application/json.', 'UNSUPPORTED_MEDIA', 415)
      }
      if (!requestParser) return
      setRequestParser(async (each) => {
        try {
          return await requestParser(each)
        } catch (error) {
          // Yoga's parsers expose the message of JSON.parse.
          const isOwn = error instanceof GraphQLError && !error.extensions.originalError
          throw isOwn ? error : requestError('The request must be valid JSON.', 'BAD_INPUT', 400)
        }
      })
    },
    onParams({ params: { query } }) {
      if (query == null || query === '')
        throw requestError('Send the operation as "query".', 'BAD_INPUT', 400)
      if (typeof query === 'string' && query.length > MAX_DOCUMENT_LENGTH)
        throw requestError('The document is too long.', 'BAD_INPUT', 400)
    },
    onExecutionResult({ result, setResult }) {
      if (!result || Array.isArray(result) || isAsyncIterable(result) || !isRejected(result)) return
      setResult({ ...result, extensions: { ...result.extensions, http: { status: 400 } } })
    },
    onResponse({ response, setResponse, fetchAPI }) {
      // Yoga's own response is empty.
      if (response.status !== NOT_ACCEPTABLE_STATUS) return
      const error = { message: NOT_ACCEPTABLE, extensions: { code: 'BAD_INPUT' } }
      setResponse(fetchAPI.Response.json({ errors: [error] }, { status: NOT_ACCEPTABLE_STATUS }))
    },
    onResultProcess({ result }) {
      if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
      for (const { extensions } of result.errors) normalizeCode(extensions)
      if (result.data === undefined) countRejections(result.errors)
    },
  }
}

/**
 * Counts errors from before execution, each code once. Later errors are counted by their source.
 */
function countRejections(errors: readonly GraphQLError[]) {
  const codes = new Set(errors.map(({ extensions }) => extensions.code))
  codes.delete(UNAVAILABLE_CODE)
  for (const code of codes)
    countError(currentRequestContext()?.operation, typeof code === 'string' ? code : 'BAD_INPUT')
}

/**
 * Whether a document exceeds a limit or has a fragment cycle. These get status 400 for every media
 * type. Other invalid documents get 200 as application/json, as GraphQL over HTTP requires.
 */
function isRejected({ data, errors = [] }: ExecutionResult): boolean {
  const isCycle = ({ nodes = [] }: GraphQLError) =>
    nodes.length > 0 && nodes.every(({ kind }) => kind === Kind.FRAGMENT_SPREAD)
  return (
    data === undefined &&
    errors.some((error) => error.extensions.code === 'BAD_INPUT' || isCycle(error))
  )
}

/** Yoga uses its own code for errors from before parsing. */
function normalizeCode(extensions: GraphQLError['extensions']) {
  if (extensions.code !== 'BAD_REQUEST') return
  const { status } = (extensions.http ?? {}) as { status?: number }
  extensions.code = status === 413 ? 'TOO_LARGE' : 'BAD_INPUT'
}

function requestError(message: string, code: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } })
}
