import { STATUS_CODES } from 'node:http'
import { UNAVAILABLE_CODE } from '#api/database/unavailable.ts'
import { tooLongHeaders, tooSlow, unknownExpectation } from '#api/http/client-errors.ts'
import type { Problem } from '#api/http/problem-details.ts'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { type FixedReason, reasons } from '#rules/reasons.ts'
import { type Json, reference } from './json-schema.ts'
import { sharedHeaderReferences } from './openapi-headers.ts'
import type { Route } from './route.ts'

type Example = Pick<Problem, 'status' | 'code' | 'detail'>

const example = (error: ErrorCode, code: FixedReason): Example => ({
  status: httpStatus[error],
  code,
  detail: reasons[code],
})

/** The errors of routes. */
const routeErrors: Readonly<Record<ErrorCode, Example>> = {
  BAD_INPUT: example('BAD_INPUT', 'BODY_UNREADABLE'),
  UNAUTHENTICATED: example('UNAUTHENTICATED', 'SIGN_IN_FIRST'),
  FORBIDDEN: example('FORBIDDEN', 'NOT_YOURSELF'),
  NOT_FOUND: example('NOT_FOUND', 'USER_NOT_FOUND'),
  CONFLICT: example('CONFLICT', 'IDEMPOTENCY_KEY_REUSED'),
  TOO_LARGE: example('TOO_LARGE', 'BODY_TOO_LARGE'),
  UNSUPPORTED_MEDIA: example('UNSUPPORTED_MEDIA', 'BODY_TYPE_UNSUPPORTED'),
  RATE_LIMITED: {
    status: httpStatus.RATE_LIMITED,
    code: 'RATE_LIMITED',
    detail: 'That was a lot at once. Please try again in 12 seconds.',
  },
  OUT_OF_SPACE: example('OUT_OF_SPACE', 'OUT_OF_SPACE'),
}

/** Faults, and problems of requests that do not reach a route. */
const otherErrors = {
  TOO_SLOW: tooSlow,
  EXPECTATION_FAILED: unknownExpectation,
  HOST_NOT_ALLOWED: {
    status: 421,
    code: 'HOST_NOT_ALLOWED',
    detail: 'This server only answers at https://vibes.example. Open Good Vibes there.',
  },
  HEADERS_TOO_LARGE: tooLongHeaders,
  INTERNAL_ERROR: {
    status: 500,
    code: 'INTERNAL_ERROR',
    detail: 'Something went wrong. If it keeps happening, tell us this number: 4f2a',
  },
  UNAVAILABLE: {
    status: 503,
    code: UNAVAILABLE_CODE,
    detail: 'Good Vibes is very busy right now. Please try again in a moment.',
  },
} as const satisfies Record<string, Example>

type ResponseName = ErrorCode | keyof typeof otherErrors

const responses: Readonly<Record<ResponseName, Example>> = { ...routeErrors, ...otherErrors }

/** Before a call reaches its route: a body or token that is not valid, or another site's page. */
const ofEveryCall: readonly ResponseName[] = [
  'BAD_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TOO_LARGE',
  ...(Object.keys(otherErrors) as ResponseName[]),
]
const ofEveryChange: readonly ResponseName[] = [
  'CONFLICT',
  'UNSUPPORTED_MEDIA',
  'RATE_LIMITED',
  'OUT_OF_SPACE',
]

/** The names of all error responses of a route, by status. */
export function errorsOf({
  method,
  errors,
  needs,
}: Pick<Route, 'method' | 'errors' | 'needs'>): Record<number, ResponseName> {
  const ofChanges = method === 'get' ? [] : ofEveryChange
  // Without the setting, there is no such route.
  const names = [
    ...ofEveryCall,
    ...ofChanges,
    ...errors,
    ...(needs ? (['NOT_FOUND'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [responses[name].status, name]))
}

/** The shared responses of errors, by name. */
export function errorResponses(): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(responses).map(([name, example]) => [
      name,
      errorResponse(example, name in routeErrors ? sharedHeaderReferences : {}),
    ]),
  )
}

const WITH_RETRY_AFTER = [429, 503]

function errorResponse({ status, ...problem }: Example, sharedHeaders: Json): Json {
  const retryAfter = {
    'Retry-After': {
      description: 'Seconds until the next attempt.',
      schema: { type: 'integer', minimum: 1 },
    },
  }
  const title = STATUS_CODES[status]
  return {
    description: title,
    headers: { ...sharedHeaders, ...(WITH_RETRY_AFTER.includes(status) && retryAfter) },
    content: {
      'application/problem+json': {
        schema: { $ref: reference('Problem') },
        example: { type: 'about:blank', title, status, ...problem },
      },
    },
  }
}
