import { type ExecutionResult, GraphQLError, Kind } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { countError } from '#api/telemetry/operations.ts'
import { currentRequestContext } from '#api/telemetry/request-context.ts'

/** Documents are remembered, so a long one costs memory beyond its own time. A thousand tokens are never as long. */
const MAX_DOCUMENT_LENGTH = 20_000

/** Takes what GraphQL over HTTP asks for and nothing else: a form that another site could post is none of it. */
export function strictRequests(): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (
        request.method === 'POST' &&
        !/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')
      ) {
        throw refused('Send the operation as application/json.', 'UNSUPPORTED_MEDIA', 415)
      }
      if (!requestParser) return
      setRequestParser(async (each) => {
        try {
          return await requestParser(each)
        } catch (error) {
          // What reads the parameters throws the words of JSON.parse, as a fault or beside its own.
          const isOwn = error instanceof GraphQLError && !error.extensions.originalError
          throw isOwn ? error : refused('The request has to be valid JSON.', 'BAD_INPUT', 400)
        }
      })
    },
    onParams({ params: { query } }) {
      if (query == null || query === '')
        throw refused('Send the operation as "query".', 'BAD_INPUT', 400)
      if (typeof query === 'string' && query.length > MAX_DOCUMENT_LENGTH)
        throw refused('The document is too long.', 'BAD_INPUT', 400)
    },
    onExecutionResult({ result, setResult }) {
      if (!result || Array.isArray(result) || isAsyncIterable(result) || !isRefused(result)) return
      setResult({ ...result, extensions: { ...result.extensions, http: { status: 400 } } })
    },
    onResultProcess({ result }) {
      if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
      for (const { extensions } of result.errors) inOurCodes(extensions)
      if (result.data === undefined) countRefused(result.errors)
    },
  }
}

/** Counts what was refused before any of it ran, each reason once; what came after that is counted where it comes from. */
function countRefused(errors: readonly GraphQLError[]) {
  const codes = new Set(errors.map(({ extensions }) => extensions.code))
  codes.delete(UNAVAILABLE_CODE)
  for (const code of codes)
    countError(currentRequestContext()?.operation, typeof code === 'string' ? code : 'BAD_INPUT')
}

/**
 * Whether a document was made to do harm rather than mistyped. An answer in application/json has status 200 for a mistyped
 * one, as GraphQL over HTTP asks for; this has 400 whoever is told.
 */
function isRefused({ data, errors = [] }: ExecutionResult): boolean {
  const isCycle = ({ nodes = [] }: GraphQLError) =>
    nodes.length > 0 && nodes.every(({ kind }) => kind === Kind.FRAGMENT_SPREAD)
  return (
    data === undefined &&
    errors.some((error) => error.extensions.code === 'BAD_INPUT' || isCycle(error))
  )
}

/** What Yoga refuses before it reads the document has a code of its own. */
function inOurCodes(extensions: GraphQLError['extensions']) {
  if (extensions.code !== 'BAD_REQUEST') return
  const { status } = (extensions.http ?? {}) as { status?: number }
  extensions.code = status === 413 ? 'TOO_LARGE' : 'BAD_INPUT'
}

function refused(message: string, code: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } })
}
