import { STATUS_CODES } from 'node:http'
import { exampleOf } from './example.ts'
import { inputSchema, type Json, responseSchema, type Schema } from './json-schema.ts'
import { errorsOf } from './openapi-errors.ts'
import { sharedHeaderReferences } from './openapi-headers.ts'
import type { Route } from './route.ts'

/** The responses of a route by status. */
export function responsesOf(route: Route, components: Readonly<Record<string, Schema>>): Json {
  const { status, otherStatus } = route
  return {
    [status]: success(route, components),
    ...(isConditional(route) && {
      304: {
        description: 'Unchanged since the `ETag` of the request.',
        headers: sharedHeaderReferences,
      },
    }),
    ...(otherStatus && { [otherStatus]: otherSuccess(route, otherStatus, components) }),
    ...Object.fromEntries(
      Object.entries(errorsOf(route)).map(([status, name]) => [
        status,
        { $ref: `#/components/responses/${name}` },
      ]),
    ),
  }
}

/** Whether a request with `If-None-Match` can be answered without a body. */
export const isConditional = ({
  method,
  status,
  file,
}: Pick<Route, 'method' | 'status' | 'file'>) => method === 'get' && status === 200 && !file

function success(route: Route, components: Readonly<Record<string, Schema>>): Json {
  const { status, file } = route
  const { schema } = responseSchema(route)
  return {
    description: STATUS_CODES[status],
    headers: headersOf(route),
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
    headers: sharedHeaderReferences,
    content: { 'application/json': { schema, example: exampleOf(alternative, components) } },
  }
}

function headersOf({ query, name, status }: Route): Json {
  const { properties = {} } = query ? inputSchema(query) : {}
  const location = (description: string, format: string) => ({
    Location: { description, schema: { type: 'string', format } },
  })
  return {
    ...sharedHeaderReferences,
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
