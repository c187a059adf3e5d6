import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { ExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Context } from '#api/context.ts'
import { isUnavailable } from '#api/database/unavailable.ts'
import type { Graphql } from '#api/graphql/yoga.ts'
import { AppError, type ErrorCode, httpStatus } from '#api/lib/errors.ts'

/** What a request runs with. */
export interface Run {
  context: Context
  graphql: Graphql
}

/** A fault of the server, logged already; its message is for the caller. */
export class OperationFault extends Error {
  override readonly name = 'OperationFault'
}

interface UserError {
  code: ErrorCode
  field: string | null
  message: string
}

/** What an operation calls its inputs, and a REST call the same. */
const outside: Partial<Record<string, string>> = {
  first: 'limit',
  after: 'cursor',
  query: 'q',
  postId: 'id',
  clientKey: 'idempotency-key',
}

/**
 * Runs a stored operation as the caller.
 * @throws AppError when it was refused, whichever way the schema says so; OperationFault; as it is what `isUnavailable` says of
 */
export async function execute<Data, Variables extends Record<string, unknown>>(
  { graphql, context }: Run,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const result = await graphql.execute(document, variables, context)
  const [error] = result.errors ?? []
  if (error) throw isUnavailable(error) ? error : thrown(error.toJSON())
  const refused = userErrors(result)
  if (refused.length > 0) throw refusal(refused, retryAfter(result))
  return result.data as Data
}

function thrown({ message, extensions = {} }: GraphQLFormattedError): Error {
  const { code, field, retryAfter } = extensions
  if (!isErrorCode(code)) return new OperationFault(message)
  return refusal(
    [{ code, message, field: typeof field === 'string' ? field : null }],
    Number(retryAfter) || undefined,
  )
}

/** Those in the payload of a mutation. */
function userErrors({ data }: ExecutionResult): readonly UserError[] {
  return Object.values(data ?? {}).flatMap(
    (payload) => (payload as { userErrors?: UserError[] } | null)?.userErrors ?? [],
  )
}

function refusal(errors: readonly UserError[], retryAfter: number | undefined): AppError {
  const [first] = errors
  if (!first) throw new RangeError('A refusal has a reason.')
  const problems = errors.flatMap(({ field, message }) =>
    field ? [{ field: outside[field] ?? field, message }] : [],
  )
  return new AppError(first.code, first.message, {
    // Other refusals are about the whole, whatever input they came by.
    ...(first.code === 'BAD_INPUT' && { problems }),
    ...(retryAfter && { retryAfter }),
  })
}

function retryAfter({ extensions }: ExecutionResult): number | undefined {
  return Number(extensions?.retryAfter) || undefined
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(httpStatus, code)
}
