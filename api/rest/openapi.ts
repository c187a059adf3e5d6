import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import { cookiePrefix } from '#api/http/cookie-name.ts'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { demoUser } from '#rules/demo-user.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Route } from './route.ts'
import { Post, Posts, Problem, Upload, User } from './schemas.ts'

type Json = Record<string, unknown>

/** The parts of JSON Schema that the documentation uses. */
export interface Schema extends Json {
  properties?: Record<string, Schema>
  required?: string[]
  type?: string | string[]
  description?: string
  examples?: unknown[]
}

/** The OpenAPI 3.1 document. */
export function openApi(routes: readonly Route[], publicUrl: string) {
  const paths = Map.groupBy(routes, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Good Vibes',
      version: packageJson.version,
      summary: packageJson.description,
      description: `Reads are public. Writes need a session. Documentation: ${publicUrl}/api/docs`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: Object.fromEntries(
      [...paths].map(([path, each]) => [
        path,
        Object.fromEntries(each.map((route) => [route.method, operation(route)])),
      ]),
    ),
    components: {
      schemas: responseSchemas(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${cookiePrefix({ publicUrl })}.session_token`,
          description: 'The session cookie, which signing in sets.',
        },
        demoUser: {
          type: 'apiKey',
          in: 'header',
          name: demoUser.header,
          description:
            '"1": a caller without a session reads and uploads as the demo user, if there is one.',
        },
      },
    },
  }
}

function operation(route: Route): Json {
  const { name, summary, body, status, errors } = route
  return {
    operationId: name,
    summary,
    parameters: parametersOf(route),
    ...(body && { requestBody: requestBody(body, route) }),
    responses: {
      [status]: success(route),
      ...Object.fromEntries(errors.map((code) => [httpStatus[code], errorResponse(code)])),
    },
    security: security(route),
  }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

/** The path, query and header parameters of a route. */
export function parametersOf({ params, query, headers }: Route): Parameter[] {
  const parts = [
    ['path', params],
    ['query', query],
    ['header', headers],
  ] as const
  return parts.flatMap(([location, part]) => {
    const { properties = {}, required = [] } = part ? inputSchema(part) : {}
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name:
        location === 'header' ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name,
      in: location,
      required: required.includes(name),
      ...(description && { description }),
      schema,
    }))
  })
}

export function inputSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as Schema
}

/** Whether the body is a multipart form with a file. */
export function takesFile({ body }: Route): boolean {
  const { properties = {} } = body ? inputSchema(body) : {}
  return Object.values(properties).some(({ format }) => format === 'binary')
}

function requestBody(body: z.ZodType, route: Route): Json {
  const { default: optional, ...schema } = inputSchema(body)
  return {
    required: optional === undefined,
    content: { [takesFile(route) ? 'multipart/form-data' : 'application/json']: { schema } },
  }
}

function success({ status, response, query, name }: Route): Json {
  const { properties = {} } = query ? inputSchema(query) : {}
  const headers = {
    ...('cursor' in properties && {
      Link: {
        description: 'The URL of the next page, with rel="next". Absent on the last page.',
        schema: { type: 'string' },
      },
    }),
    ...(name === 'createPost' && {
      Location: {
        description: 'The URL of the post.',
        schema: { type: 'string', format: 'uri' },
      },
    }),
  }
  const id = response?.meta()?.id
  return {
    description: STATUS_CODES[status],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(id && { content: { 'application/json': { schema: { $ref: reference(id) } } } }),
  }
}

function errorResponse(code: ErrorCode): Json {
  const headers = {
    'Retry-After': {
      description: 'Seconds until the next attempt.',
      schema: { type: 'integer', minimum: 1 },
    },
  }
  return {
    description: STATUS_CODES[httpStatus[code]],
    ...(code === 'RATE_LIMITED' && { headers }),
    content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
  }
}

/** The demo user can call most routes: uploads by header, other changes by naming it. */
function security(route: Route): Json[] {
  const { errors } = route
  if (!errors.includes('UNAUTHENTICATED')) return [{}, { session: [] }, { demoUser: [] }]
  if (!errors.includes('FORBIDDEN')) return [{ session: [] }]
  return [{ session: [] }, takesFile(route) ? { demoUser: [] } : {}]
}

const reference = (id: string) => `#/components/schemas/${id}`

/** The schemas of response bodies by name. */
export function responseSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ Post, Posts, User, Upload, Problem }))
    registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: reference,
    override: ({ jsonSchema }) => dropRedundantLimits(jsonSchema),
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      schema as Schema,
    ]),
  )
}

/** Removes limits that the format or type already implies. */
function dropRedundantLimits(schema: Json) {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
