import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type * as z from 'zod'
import { AppError, type ErrorCode } from '#api/lib/errors.ts'
import { scopeMissing } from '#api/token-grant.ts'
import type { FixedReason } from '#rules/reasons.ts'
import { type ExecuteOptions, execute } from './execute.ts'
import { parseInput, type RawInput } from './parse-input.ts'
import type { Tag } from './tags.ts'

/** One REST route. The router, the OpenAPI document and the documentation derive from it. */
export interface Route {
  /** The OpenAPI operation id. Generated clients name their functions after it. */
  name: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Relative to /api, with parameters as `{name}`. */
  path: string
  summary: string
  description: string
  tag: Tag
  /** Whether it needs a session. By default the errors tell: most changes need an actor. */
  session?: boolean
  /** Whether the demo user's header is enough, although it needs an account. */
  acceptsDemoUser?: boolean
  /** The setting without which the route is not found. */
  needs?: string
  status: 200 | 201 | 202 | 204 | 302
  /** Another status of success, with the same schema. */
  otherStatus?: 202
  /** The schema of the response body. Absent with status 204. */
  response?: z.core.$ZodType
  /** The media type of a response that is a file. */
  file?: string
  /** The errors that the documentation lists. */
  errors: readonly ErrorCode[]
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  headers?: z.core.$ZodType
  body?: z.core.$ZodType
  /** An example of the body, if its schema has none. */
  example?: object
}

export interface RouteResult<Body = unknown> {
  body?: Body
  /** The cursor of the next page, if there is one. */
  nextCursor?: string | null
  /** The path of a created resource, relative to /api. */
  location?: string
}

/** A route that runs a stored GraphQL operation. */
export interface OperationRoute extends Route {
  /** The id of the caller, if the path names it. Every change also checks those in its body. */
  callerInPath?: ((request: RawInput, options: ExecuteOptions) => Promise<string>) | undefined
  run: (request: RawInput, options: ExecuteOptions) => Promise<RouteResult>
}

interface OperationRouteOptions<Params, Query, Headers, Body, Data, Variables, Result>
  extends Route {
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  headers?: z.ZodType<Headers>
  body?: z.ZodType<Body>
  response?: z.ZodType<Result>
  callerInPath?: OperationRoute['callerInPath']
  document: TypedDocumentNode<Data, Variables>
  toVariables: (
    input: { params: Params; query: Query; headers: Headers; body: Body },
    options: ExecuteOptions,
  ) => Variables | Promise<Variables>
  toResult: (data: Data) => RouteResult<Result>
}

export function operationRoute<
  Params,
  Query,
  Headers,
  Body,
  Data,
  Variables extends Record<string, unknown>,
  Result,
>({
  document,
  toVariables,
  toResult,
  ...route
}: OperationRouteOptions<Params, Query, Headers, Body, Data, Variables, Result>): OperationRoute {
  return {
    ...route,
    async run(request, options) {
      const input = {
        params: parseInput(route.params, request.params),
        query: parseInput(route.query, request.query),
        headers: parseInput(route.headers, request.headers),
        body: parseInput(route.body, request.body),
      }
      const data = await execute(options, document, await toVariables(input, options))
      try {
        return toResult(data)
      } catch (error) {
        throw options.context.token && isUnauthenticated(error)
          ? scopeMissing('read:private', 'UNAUTHENTICATED')
          : error
      }
    },
  }
}

/** What a caller has to sign in for, a token without the scope for private data does not get. */
const isUnauthenticated = (error: unknown) =>
  error instanceof AppError && error.code === 'UNAUTHENTICATED'

/** @throws AppError for a missing value: NOT_FOUND by default */
export function required<Value>(
  value: Value | null | undefined,
  reason: FixedReason,
  code: ErrorCode = 'NOT_FOUND',
): Value {
  if (value == null) throw new AppError(code, reason)
  return value
}
