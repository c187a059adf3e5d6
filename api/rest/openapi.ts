import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import { cookiePrefix } from '#api/http/cookie-name.ts'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { demoUser } from '#rules/demo-user.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Call } from './row.ts'
import { Post, Posts, Problem, Upload, User } from './shapes.ts'

type Json = Record<string, unknown>

/** A JSON schema with what this uses of it. */
export interface Schema extends Json {
  properties?: Record<string, Schema>
  required?: string[]
  type?: string | string[]
  description?: string
  examples?: unknown[]
}

/** The calls as OpenAPI 3.1 describes them. */
export function openApi(calls: readonly Call[], publicUrl: string) {
  const paths = Map.groupBy(calls, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Good Vibes',
      version: packageJson.version,
      summary: packageJson.description,
      description: `Reads are public. Writes are made as whoever is signed in. For people to read: ${publicUrl}/api/docs`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: Object.fromEntries(
      [...paths].map(([path, each]) => [
        path,
        Object.fromEntries(each.map((call) => [call.method, operation(call)])),
      ]),
    ),
    components: {
      schemas: answerSchemas(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${cookiePrefix({ publicUrl })}.session_token`,
          description: 'What signing in gives.',
        },
        demoUser: {
          type: 'apiKey',
          in: 'header',
          name: demoUser.header,
          description: `"1" from a caller without a session, to read and upload as the demo user where there is one. Any other change names it.`,
        },
      },
    },
  }
}

function operation(call: Call): Json {
  const { name, summary, body, status, refusals } = call
  return {
    operationId: name,
    summary,
    parameters: parametersOf(call),
    ...(body && { requestBody: requestBody(body, call) }),
    responses: {
      [status]: success(call),
      ...Object.fromEntries(refusals.map((code) => [httpStatus[code], refusal(code)])),
    },
    security: security(call),
  }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

/** What a call takes besides its body. */
export function parametersOf({ params, query, headers }: Call): Parameter[] {
  const places = [
    ['path', params],
    ['query', query],
    ['header', headers],
  ] as const
  return places.flatMap(([place, part]) => {
    const { properties = {}, required = [] } = part ? inputSchema(part) : {}
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name: place === 'header' ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name,
      in: place,
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

/** Whether a call takes a file, which only a form carries. */
export function takesFile({ body }: Call): boolean {
  const { properties = {} } = body ? inputSchema(body) : {}
  return Object.values(properties).some(({ format }) => format === 'binary')
}

function requestBody(body: z.ZodType, call: Call): Json {
  const { default: optional, ...schema } = inputSchema(body)
  return {
    required: optional === undefined,
    content: { [takesFile(call) ? 'multipart/form-data' : 'application/json']: { schema } },
  }
}

function success({ status, answer, query, name }: Call): Json {
  const { properties = {} } = query ? inputSchema(query) : {}
  const headers = {
    ...('cursor' in properties && {
      Link: {
        description: 'The next page, with rel="next", where there is more.',
        schema: { type: 'string' },
      },
    }),
    ...(name === 'createPost' && {
      Location: {
        description: 'Where the post is found.',
        schema: { type: 'string', format: 'uri' },
      },
    }),
  }
  const id = answer?.meta()?.id
  return {
    description: STATUS_CODES[status],
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(id && { content: { 'application/json': { schema: { $ref: reference(id) } } } }),
  }
}

function refusal(code: ErrorCode): Json {
  const headers = {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  }
  return {
    description: STATUS_CODES[httpStatus[code]],
    ...(code === 'RATE_LIMITED' && { headers }),
    content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
  }
}

/** Whoever may act may be the demo user as well, which a change names, unless it is a file; who is signed in is a question about a session. */
function security(call: Call): Json[] {
  const { refusals } = call
  if (!refusals.includes('UNAUTHENTICATED')) return [{}, { session: [] }, { demoUser: [] }]
  if (!refusals.includes('FORBIDDEN')) return [{ session: [] }]
  return [{ session: [] }, takesFile(call) ? { demoUser: [] } : {}]
}

const reference = (id: string) => `#/components/schemas/${id}`

/** What calls answer, by name. */
export function answerSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ Post, Posts, User, Upload, Problem }))
    registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: reference,
    override: ({ jsonSchema }) => readable(jsonSchema),
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [
      id,
      schema as Schema,
    ]),
  )
}

/** Without what a format and a type say already. */
function readable(schema: Json) {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
