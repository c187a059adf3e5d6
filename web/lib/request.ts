import type * as z from 'zod/mini'
import { requestMessages } from '../messages/request.ts'
import { accountHeader } from './account.ts'
import { ApiError, assertOk, type ErrorResponse, toApiError } from './api-error.ts'
import { t } from './i18n.ts'
import { loadReasonText } from './lazy-reason-text.ts'

/** A route: its method, its path with `{parameters}`, and schemas of its bodies. */
export interface Call<Body = unknown, Result = unknown> {
  method: string
  path: string
  request?: z.ZodMiniType<unknown, Body>
  response?: z.ZodMiniType<Result>
}

type BodyOf<C extends Call> =
  C['request'] extends z.ZodMiniType<unknown, infer Body> ? Body : undefined
type ResultOf<C extends Call> =
  C['response'] extends z.ZodMiniType<infer Result> ? Result : undefined

interface RequestOptions<Body> {
  params?: Readonly<Record<string, string>>
  body?: Body
}

/**
 * Sends a call and parses its response.
 * @throws ApiError for a status outside 2xx, for a body that is not what the call describes, and
 *   when the server is unreachable
 */
export async function request<C extends Call>(
  call: C,
  { params = {}, body }: RequestOptions<BodyOf<C>> = {},
): Promise<ResultOf<C>> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const response = await fetch(path, {
    method: call.method,
    credentials: 'same-origin',
    headers: {
      ...(call.method !== 'GET' && accountHeader()),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw unreachable()
  })
  await assertOk(response, (failure) => failed(failure, t(requestMessages.failed)))
  const result = call.response && parse(call.response, response.status, await response.text())
  return result as ResultOf<C>
}

/** @throws ApiError when the body does not match the schema */
export function parse<Result>(schema: z.ZodMiniType<Result>, status: number, body: string): Result {
  const result = schema.safeParse(jsonOf(body))
  if (result.success) return result.data
  throw new ApiError({ status, detail: t(requestMessages.failed) })
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * The error for a response outside 2xx.
 * @param fallback the detail of a response that explains nothing; by default its body
 */
export async function failed(response: ErrorResponse, fallback?: string): Promise<ApiError> {
  return toApiError(response, { fallback, textOf: await loadReasonText() })
}

/** The error for a server that did not respond. */
export function unreachable(): ApiError {
  return new ApiError({ status: 0, detail: t(requestMessages.unreachable) })
}
