import { type ExecutionResult, GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin, maskError as yogaMaskError } from 'graphql-yoga'
import type { Context } from '#api/context.ts'
import {
  isUnavailable,
  RETRY_AFTER_SECONDS,
  UNAVAILABLE_CODE,
  unavailableMessage,
} from '#api/database/unavailable.ts'
import { INTERNAL_ERROR_CODE, internalErrorMessage } from '#api/http/error-response.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { countError } from '#api/telemetry/operations.ts'
import { currentRequestContext } from '#api/telemetry/request-context.ts'
import { retryAfterSeconds } from './app-errors.ts'

/** Masks unexpected errors in results, and adds `Retry-After` where a rate limit applied. */
export function errorMasking(): Plugin<Context> {
  return {
    onExecute: ({ args: { contextValue, operationName } }) => ({
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result)) setResult(toPublicResult(result, contextValue, operationName))
      },
    }),
  }
}

/** A result as the caller may see it. Yoga reads the status and headers from `extensions.http`. */
export function toPublicResult(
  result: ExecutionResult,
  context: Context,
  operationName: string | null | undefined,
): ExecutionResult {
  const unavailable = result.errors?.find(isUnavailable)
  if (unavailable) return unavailableResult(unavailable, context, operationName)
  const retryAfter = retryAfterSeconds(context)
  if (!result.errors && !retryAfter) return result
  return {
    ...result,
    ...(result.errors && {
      errors: result.errors.map((error) =>
        isUnexpected(error)
          ? maskError(error, result, context, operationName)
          : expectedError(error, result),
      ),
    }),
    ...(retryAfter && {
      extensions: {
        ...result.extensions,
        retryAfter,
        http: { headers: { 'Retry-After': String(retryAfter) } },
      },
    }),
  }
}

/** Drops partial data: GraphQL over HTTP allows status 503 only without `data`. */
function unavailableResult(
  error: GraphQLError,
  { log, requestId }: Context,
  operation: string | null | undefined,
): ExecutionResult {
  const reason = messageOf(error.originalError ?? error)
  countError(operation ?? currentRequestContext()?.operation, UNAVAILABLE_CODE)
  log.warn(
    { requestId, operation, reason },
    'An operation failed because the database is unavailable',
  )
  return {
    errors: [
      new GraphQLError(unavailableMessage(error), {
        extensions: { code: UNAVAILABLE_CODE, requestId },
      }),
    ],
    extensions: { http: { status: 503, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } } },
  }
}

/** Schema and executor throw pure GraphQLErrors. Any other original error is a bug or an outage. */
export function isUnexpected({ originalError }: GraphQLError): boolean {
  return originalError != null && !(originalError instanceof GraphQLError)
}

/** GraphQL over HTTP: a response with data has status 200, so its errors ask for no other. */
function expectedError(error: GraphQLError, { data }: ExecutionResult): GraphQLError {
  if (data == null || !error.extensions.http) return error
  const { message, nodes = null, path = null, originalError = null } = error
  const { http, ...extensions } = error.extensions
  return new GraphQLError(message, { nodes, path, originalError, extensions })
}

/** Logs an error, and replaces its message by the id of the request. */
function maskError(
  error: GraphQLError,
  { data }: ExecutionResult,
  { log, requestId }: Context,
  operationName: string | null | undefined,
) {
  log.error(
    { err: error.originalError, requestId, operation: operationName, path: error.path?.join('.') },
    'An operation failed',
  )
  countError(operationName ?? currentRequestContext()?.operation, INTERNAL_ERROR_CODE)
  const { nodes = null, path = null } = error
  const http = data == null ? { http: { status: 500 } } : {}
  return new GraphQLError(internalErrorMessage(requestId), {
    nodes,
    path,
    extensions: { code: INTERNAL_ERROR_CODE, requestId, ...http },
  })
}

/** Masks an error from outside of the execution, which Yoga logs. Its own default shows stacks. */
export function maskRequestError(error: unknown, message: string): Error {
  const isPublic = yogaMaskError(error, message, false) === error
  if (isPublic) return error as Error
  const requestId = currentRequestContext()?.id ?? ''
  const extensions = { code: INTERNAL_ERROR_CODE, requestId, http: { status: 500 } }
  return new GraphQLError(internalErrorMessage(requestId), { extensions })
}
