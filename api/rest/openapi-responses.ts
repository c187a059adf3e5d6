import { STATUS_CODES } from 'node:http'
import type { Problem } from '#api/http/problem-details.ts'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { type FixedReason, reasons } from '#rules/reasons.ts'
import { exampleOf } from './example.ts'
import { inputSchema, type Json, reference, responseSchema, type Schema } from './json-schema.ts'
import type { Route } from './route.ts'

const problem = (code: FixedReason) => ({ code, detail: reasons[code] })

/** A problem of each code. */
const examples: Readonly<Record<ErrorCode, Pick<Problem, 'code' | 'detail'>>> = {
  BAD_INPUT: problem('BODY_UNREADABLE'),
  UNAUTHENTICATED: problem('SIGN_IN_FIRST'),
  FORBIDDEN: problem('NOT_YOURSELF'),
  NOT_FOUND: problem('USER_NOT_FOUND'),
  CONFLICT: problem('IDEMPOTENCY_KEY_REUSED'),
  TOO_LARGE: problem('BODY_TOO_LARGE'),
  UNSUPPORTED_MEDIA: problem('BODY_TYPE_UNSUPPORTED'),
  RATE_LIMITED: {
    code: 'RATE_LIMITED',
    detail: 'That was a lot at once. Please try again in 12 seconds.',
  },
  OUT_OF_SPACE: problem('OUT_OF_SPACE'),
}

/** The shared responses of errors, by code. */
export function errorResponses(): Record<string, Json> {
  return Object.fromEntries(
    Object.keys(httpStatus).map((code) => [code, errorResponse(code as ErrorCode)]),
  )
}

function errorResponse(code: ErrorCode): Json {
  const status = httpStatus[code]
  const headers = {
    'Retry-After': {
      description: 'Seconds until the next attempt.',
      schema: { type: 'integer', minimum: 1 },
    },
  }
  const title = STATUS_CODES[status]
  return {
    description: title,
    ...(code === 'RATE_LIMITED' && { headers }),
    content: {
      'application/problem+json': {
        schema: { $ref: reference('Problem') },
        example: { type: 'about:blank', title, status, ...examples[code] },
      },
    },
  }
}

/** The responses of a route by status. */
export function responsesOf(route: Route, components: Readonly<Record<string, Schema>>): Json {
  const { status, otherStatus, errors } = route
  return {
    [status]: success(route, components),
    ...(otherStatus && { [otherStatus]: otherSuccess(route, otherStatus, components) }),
    ...Object.fromEntries(
      errors.map((code) => [httpStatus[code], { $ref: `#/components/responses/${code}` }]),
    ),
  }
}

function success(route: Route, components: Readonly<Record<string, Schema>>): Json {
  const { status, file } = route
  const headers = headersOf(route)
  const { schema } = responseSchema(route)
  return {
    description: STATUS_CODES[status],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(schema && {
      content: { 'application/json': { schema, example: exampleOf(schema, components) } },
    }),
    ...(file && { content: { [file]: { schema: { type: 'string', format: 'binary' } } } }),
  }
}

/** A success with another of the alternatives of the same schema. */
function otherSuccess(
  route: Route,
  status: number,
  components: Readonly<Record<string, Schema>>,
): Json {
  const { schema = {} } = responseSchema(route)
  const alternative = (schema.anyOf as Schema[] | undefined)?.at(-1) ?? schema
  return {
    description: STATUS_CODES[status],
    content: { 'application/json': { schema, example: exampleOf(alternative, components) } },
  }
}

function headersOf({ query, name, status }: Route): Json {
  const { properties = {} } = query ? inputSchema(query) : {}
  const location = (description: string, format: string) => ({
    Location: { description, schema: { type: 'string', format } },
  })
  return {
    ...('cursor' in properties && {
      Link: {
        description: 'The URL of the next page, with rel="next". Absent on the last page.',
        schema: { type: 'string' },
      },
    }),
    ...(name === 'createPost' && location('The URL of the post.', 'uri')),
    ...(status === 302 && location('Where to go.', 'uri-reference')),
  }
}
