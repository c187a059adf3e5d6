import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type * as z from 'zod'
import { AppError, type ErrorCode } from '#api/lib/errors.ts'
import { execute, type Run } from './execute.ts'
import { type RawInput, read } from './read.ts'

/** A call as the router, the description and the page that shows it know it. */
export interface Call {
  /** What clients made from the description call it. */
  name: string
  method: 'get' | 'post' | 'patch' | 'delete'
  /** Under /api, with `{name}` for what varies. */
  path: string
  summary: string
  status: 200 | 201 | 204
  /** What is answered; absent with 204. */
  answer?: z.ZodType
  /** Why it may be refused. */
  refusals: readonly ErrorCode[]
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
}

export interface Answer<Body = unknown> {
  body?: Body
  /** The cursor of the next page, where there is one. */
  next?: string | null
  /** Where what was made is found, under /api. */
  location?: string
}

/** A call that is an operation of the schema. */
export interface Row extends Call {
  /** Who the request says it acts as, null when it does not say; absent for a call that needs nobody. */
  actor?: ((request: RawInput, run: Run) => unknown) | undefined
  answerTo: (request: RawInput, run: Run) => Promise<Answer>
}

interface Definition<Params, Query, Headers, Body, Data, Variables, Shape> extends Call {
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  headers?: z.ZodType<Headers>
  body?: z.ZodType<Body>
  answer?: z.ZodType<Shape>
  actor?: Row['actor']
  document: TypedDocumentNode<Data, Variables>
  variables: (
    input: { params: Params; query: Query; headers: Headers; body: Body },
    run: Run,
  ) => Variables | Promise<Variables>
  /** The answer in the operation's data. */
  pick: (data: Data) => Answer<Shape>
}

export function row<
  Params,
  Query,
  Headers,
  Body,
  Data,
  Variables extends Record<string, unknown>,
  Shape,
>({
  document,
  variables,
  pick,
  ...call
}: Definition<Params, Query, Headers, Body, Data, Variables, Shape>): Row {
  return {
    ...call,
    async answerTo(request, run) {
      const input = {
        params: read(call.params, request.params),
        query: read(call.query, request.query),
        headers: read(call.headers, request.headers),
        body: read(call.body, request.body),
      }
      return pick(await execute(run, document, await variables(input, run)))
    },
  }
}

/**
 * What has to be there for an answer.
 * @throws AppError when it is not: NOT_FOUND, unless another code is given
 */
export function found<Value>(
  value: Value | null | undefined,
  message: string,
  code: ErrorCode = 'NOT_FOUND',
): Value {
  if (value == null) throw new AppError(code, message)
  return value
}
