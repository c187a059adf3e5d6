import type { ExecutionResult } from 'graphql'
import { GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { Context } from '#api/context.ts'
import {
  isUnavailable,
  RETRY_AFTER_SECONDS,
  UNAVAILABLE_CODE,
  unavailableMessage,
} from '#api/database/unavailable.ts'
import { messageOf } from '#api/lib/operator-error.ts'
import { countError } from '#api/telemetry/operations.ts'
import { currentRequestContext } from '#api/telemetry/request-context.ts'
import { retryAfterOf } from './refusals.ts'

const FAULT_CODE = 'INTERNAL_SERVER_ERROR'

/**
 * What leaves the server of a result: refusals as they are, and of a fault nothing but the request's id, by which the log
 * knows it whole. Where a limit was reached, `extensions.retryAfter` and the header tell the seconds to wait.
 */
export function faultMask(): Plugin<Context> {
  return {
    onExecute: ({ args: { contextValue, operationName } }) => ({
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result)) setResult(presented(result, contextValue, operationName))
      },
    }),
  }
}

/** A result as it leaves the server; what HTTP has to tell of it is in `extensions.http`. */
export function presented(
  result: ExecutionResult,
  context: Context,
  operationName: string | null | undefined,
): ExecutionResult {
  const away = result.errors?.find(isUnavailable)
  if (away) return unavailable(away, context, operationName)
  const retryAfter = retryAfterOf(context)
  if (!result.errors && !retryAfter) return result
  return {
    ...result,
    ...(result.errors && {
      errors: result.errors.map((error) =>
        isFault(error) ? masked(error, result, context, operationName) : error,
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

/** The whole is to be tried again, so nothing of it is told: what has no `data` may have any status. */
function unavailable(
  error: GraphQLError,
  { log, requestId }: Context,
  operation: string | null | undefined,
): ExecutionResult {
  const reason = messageOf(error.originalError ?? error)
  countError(operation ?? currentRequestContext()?.operation, UNAVAILABLE_CODE)
  log.warn(
    { requestId, operation, reason },
    'An operation failed because the database could not be reached',
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

/** What the schema and the executor say themselves is a GraphQLError to the bottom; anything else went wrong by itself. */
function isFault({ originalError }: GraphQLError): boolean {
  return originalError != null && !(originalError instanceof GraphQLError)
}

function masked(
  error: GraphQLError,
  { data }: ExecutionResult,
  { log, requestId }: Context,
  operationName: string | null | undefined,
) {
  log.error(
    { err: error.originalError, requestId, operation: operationName, path: error.path?.join('.') },
    'An operation failed',
  )
  countError(operationName ?? currentRequestContext()?.operation, FAULT_CODE)
  const { nodes = null, path = null } = error
  const http = data == null ? { http: { status: 500 } } : {}
  return new GraphQLError(
    `Something went wrong. If it keeps happening, tell us this number: ${requestId}`,
    {
      nodes,
      path,
      extensions: { code: FAULT_CODE, requestId, ...http },
    },
  )
}
