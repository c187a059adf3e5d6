import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { ExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Context } from '#api/context.ts'
import { isUnavailable } from '#api/database/unavailable.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import {
  AppError,
  type ErrorCode,
  type FieldProblem,
  httpStatus,
  OperationError,
} from '#api/lib/errors.ts'
import type { Reason } from '#rules/reasons.ts'

export interface ExecuteOptions {
  context: Context
  graphql: Graphql
}

interface UserError {
  code: ErrorCode
  reason: Reason
  field: string | null
  message: string
}

/** REST inputs whose GraphQL argument has another name. */
const restNames: Partial<Record<string, string>> = {
  first: 'limit',
  after: 'cursor',
  query: 'q',
  postId: 'id',
  clientKey: 'idempotency-key',
}

/**
 * Runs a stored operation as the caller.
 * @throws AppError for GraphQL errors with a code and for `userErrors`; OperationError; an
 * unavailable database's error unchanged
 */
export async function execute<Data, Variables extends Record<string, unknown>>(
  { graphql, context }: ExecuteOptions,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const result = await graphql.execute(document, variables, context)
  const [error] = result.errors ?? []
  if (error) throw isUnavailable(error) ? error : fromGraphQLError(error.toJSON())
  const userErrors = userErrorsIn(result)
  if (userErrors.length > 0) throw toAppError(userErrors, retryAfterIn(result))
  return result.data as Data
}

function fromGraphQLError({ message, extensions = {} }: GraphQLFormattedError): Error {
  const { code, reason, field, retryAfter } = extensions
  if (!isErrorCode(code)) return new OperationError(message)
  return toAppError(
    [
      {
        code,
        // GraphQL's own errors have none.
        reason: (reason as Reason | undefined) ?? 'INPUT_INVALID',
        message,
        field: typeof field === 'string' ? field : null,
      },
    ],
    Number(retryAfter) || undefined,
  )
}

function userErrorsIn({ data }: ExecutionResult): readonly UserError[] {
  return Object.values(data ?? {}).flatMap(
    (payload) => (payload as { userErrors?: UserError[] } | null)?.userErrors ?? [],
  )
}

function toAppError(errors: readonly UserError[], retryAfter: number | undefined): AppError {
  const [first] = errors
  if (!first) throw new RangeError('At least one error is required.')
  const problems = errors.flatMap(({ field, reason, message }): FieldProblem[] =>
    field ? [{ field: restNames[field] ?? field, reason, message }] : [],
  )
  return new AppError(first.code, first.reason, {
    message: first.message,
    // Other codes concern the whole request, not one field.
    ...(first.code === 'BAD_INPUT' && { problems }),
    ...(retryAfter && { retryAfter }),
  })
}

function retryAfterIn({ extensions }: ExecutionResult): number | undefined {
  return Number(extensions?.retryAfter) || undefined
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(httpStatus, code)
}
