import type * as z from 'zod'
import { cookiePrefix } from '#api/settings/cookie-prefix.ts'
import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { inputSchema, type Json, responseSchemas, type Schema } from './json-schema.ts'
import { errorResponses } from './openapi-errors.ts'
import { sharedHeaders } from './openapi-headers.ts'
import { responsesOf } from './openapi-responses.ts'
import type { OperationRoute, Route } from './route.ts'
import { tags } from './tags.ts'

type DescribedRoute = Route & Partial<Pick<OperationRoute, 'callerInPath'>>

/** The OpenAPI 3.1 document. */
export function openApi(
  routes: readonly DescribedRoute[],
  { publicUrl, contact }: Pick<Settings, 'publicUrl' | 'contact'>,
) {
  const paths = Map.groupBy(routes, ({ path }) => path)
  const schemas = responseSchemas()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Good Vibes',
      version: packageJson.version,
      summary: packageJson.description,
      description: `Reads are public. Writes need a session or an API token. Documentation: ${publicUrl}/api/docs`,
      contact: contactOf(contact, publicUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      [...paths].map(([path, each]) => [
        path,
        Object.fromEntries(each.map((route) => [route.method, operation(route, schemas)])),
      ]),
    ),
    components: {
      schemas,
      responses: errorResponses(),
      headers: sharedHeaders,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${cookiePrefix({ publicUrl })}.session_token`,
          description: 'The session cookie, which signing in sets.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token with the scope that the call needs.',
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

/** The operator: an email address, a URL, or the installation itself. */
function contactOf(contact: string | undefined, publicUrl: string) {
  const name = 'The operator'
  if (!contact) return { name, url: publicUrl }
  return URL.canParse(contact) ? { name, url: contact } : { name, email: contact }
}

function operation(route: DescribedRoute, components: Readonly<Record<string, Schema>>): Json {
  const { name, summary, description, tag, body } = route
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    parameters: parametersOf(route),
    ...(body && { requestBody: requestBody(body, route) }),
    responses: responsesOf(route, components),
    security: security(route),
  }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: unknown
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
    return Object.entries(properties).map(([name, { description, examples = [], ...schema }]) => ({
      name:
        location === 'header' ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name,
      in: location,
      required: required.includes(name),
      ...(description && { description }),
      ...(examples.length > 0 && { example: examples[0] }),
      schema,
    }))
  })
}

/** Whether the body is a multipart form with a file. */
export function takesFile({ body }: Route): boolean {
  const { properties = {} } = body ? inputSchema(body) : {}
  return Object.values(properties).some(({ format }) => format === 'binary')
}

/** An example of the body: the route's own, or that of the schema. */
export function exampleBody({ body, example }: Route): unknown {
  return example ?? (body && inputSchema(body).examples?.[0])
}

function requestBody(body: z.core.$ZodType, route: Route): Json {
  const { default: optional, examples: _, ...schema } = inputSchema(body)
  const example = exampleBody(route)
  return {
    required: optional === undefined,
    content: {
      [takesFile(route) ? 'multipart/form-data' : 'application/json']: {
        schema,
        ...(example !== undefined && { example }),
      },
    },
  }
}

function security(route: DescribedRoute): Json[] {
  const { session, errors, acceptsDemoUser } = route
  if (session !== undefined) return [session ? { session: [] } : {}]
  const account = [{ session: [] }, { token: [] }]
  if (!errors.includes('UNAUTHENTICATED')) return [{}, ...account, { demoUser: [] }]
  if (acceptsDemoUser) return [...account, { demoUser: [] }]
  // Without credentials, a request can name the demo user.
  return canNameCaller(route) ? [...account, {}] : account
}

function canNameCaller({ callerInPath, body }: DescribedRoute): boolean {
  const { properties = {} } = body ? inputSchema(body) : {}
  return callerInPath !== undefined || 'userId' in properties
}
