import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod'
import { httpStatus } from '#api/lib/errors.ts'
import { inputSchema } from '#api/rest/json-schema.ts'
import { parametersOf, takesFile } from '#api/rest/openapi.ts'
import type { Route } from '#api/rest/route.ts'
import { routes } from '#api/rest/routes.ts'
import { Problem } from '#api/rest/schemas.ts'
import { type AnyRequest, parseJson, type ReceivedResponse } from './request.ts'
import { anyJson, type ExistingValues, valueFor } from './values.ts'

/** Keeps URL and headers below 16 KB. */
const MAX_VALUE_LENGTH = 300

/** A request to a REST route with arbitrary inputs. */
export function anyRestRequest(existing: ExistingValues): Arbitrary<AnyRequest> {
  return fc.oneof(
    ...routes.filter((route) => !takesFile(route)).map((route) => requestOf(route, existing)),
  )
}

function requestOf(route: Route, existing: ExistingValues): Arbitrary<AnyRequest> {
  const parameters = parametersOf(route)
  const namesIn = (location: string) =>
    parameters.filter((parameter) => parameter.in === location).map(({ name }) => name)
  const path = fc.record(
    Object.fromEntries(namesIn('path').map((name) => [name, segment(name, existing)])),
  )
  const query = optionalFields(namesIn('query'), (name) =>
    fc.oneof(valueFor(name, existing), fc.array(valueFor(name, existing), { maxLength: 3 })),
  )
  const headers = optionalFields(namesIn('header'), () =>
    fc.string({ unit: 'binary-ascii', maxLength: 300 }),
  )
  const { properties = {} } = route.body ? inputSchema(route.body) : {}
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: optionalFields(Object.keys(properties), (name) =>
        valueFor(name, existing),
      ) as Arbitrary<unknown>,
    },
    { weight: 1, arbitrary: anyJson },
  )
  return fc.record({ path, query, headers, body }).map((generated) => ({
    method: route.method.toUpperCase(),
    path: `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => generated.path[name] ?? '')}${queryOf(generated.query)}`,
    headers: { 'content-type': 'application/json', ...validHeaders(generated.headers) },
    ...(route.method !== 'get' && { body: JSON.stringify(generated.body) }),
    validate: (response) => validate(route, response),
  }))
}

/** An object with any subset of the fields. */
export function optionalFields<Value>(
  names: readonly string[],
  value: (name: string) => Arbitrary<Value>,
): Arbitrary<Partial<Record<string, Value>>> {
  return fc.record(Object.fromEntries(names.map((name) => [name, value(name)])), {
    requiredKeys: [],
  })
}

/** A path segment, which must not be empty or consist of dots. */
function segment(name: string, existing: ExistingValues): Arbitrary<string> {
  const part = valueFor(name, existing).map((value) =>
    encodeURIComponent(String(value).slice(0, MAX_VALUE_LENGTH).toWellFormed()),
  )
  return fc
    .oneof(
      { weight: 9, arbitrary: part },
      { weight: 1, arbitrary: fc.constantFrom('%', '%E0%A4%A', '%zz', '%00') },
    )
    .map((text) => (/^\.*$/.test(text) ? 'x' : text))
}

function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      search.append(name, String(item).slice(0, MAX_VALUE_LENGTH))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Removes characters that HTTP headers cannot contain. */
function validHeaders(headers: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, value.replace(/[^\x20-\x7e]/g, '')]),
  )
}

function validate(route: Route, response: ReceivedResponse): string | null {
  if (response.status === route.status) {
    if (!route.response)
      return response.text === '' ? null : 'The response has an undocumented body.'
    const { error } = z.safeParse(route.response, parseJson(response.text))
    return error ? `The response differs from its schema: ${error.message}` : null
  }
  // The body parser may reject any request with 400.
  const documented = [400, ...route.errors.map((code) => httpStatus[code])]
  return documented.includes(response.status as 400)
    ? invalidProblem(response)
    : `${route.name} does not document this status.`
}

/** @returns why the response is not valid problem+json, or null */
export function invalidProblem({ status, type, text }: ReceivedResponse): string | null {
  if (type !== 'application/problem+json; charset=utf-8')
    return 'The type is not application/problem+json.'
  const { data, error } = Problem.safeParse(parseJson(text))
  if (error) return `The problem differs from its schema: ${error.message}`
  return data.status === status && data.detail.trim()
    ? null
    : 'The problem has a wrong status or no detail.'
}
