import fc, { type Arbitrary } from 'fast-check'
import { httpStatus } from '#api/lib/errors.ts'
import { inputSchema, parametersOf, takesFile } from '#api/rest/openapi.ts'
import type { Route } from '#api/rest/route.ts'
import { routes } from '#api/rest/routes.ts'
import { Problem } from '#api/rest/schemas.ts'
import { type Answer, type AnyRequest, parsed } from './request.ts'
import { anyJson, type Known, valueFor } from './values.ts'

/** An address and its headers may have 16 KB. */
const LONGEST_VALUE = 300

/** A request to any REST route, with anything at each of its inputs. */
export function anyRow(known: Known): Arbitrary<AnyRequest> {
  return fc.oneof(
    ...routes.filter((route) => !takesFile(route)).map((route) => requestOf(route, known)),
  )
}

function requestOf(route: Route, known: Known): Arbitrary<AnyRequest> {
  const parameters = parametersOf(route)
  const within = (place: string) =>
    parameters.filter((each) => each.in === place).map(({ name }) => name)
  const path = fc.record(
    Object.fromEntries(within('path').map((name) => [name, segment(name, known)])),
  )
  const query = some(within('query'), (name) =>
    fc.oneof(valueFor(name, known), fc.array(valueFor(name, known), { maxLength: 3 })),
  )
  const headers = some(within('header'), () => fc.string({ unit: 'binary-ascii', maxLength: 300 }))
  const { properties = {} } = route.body ? inputSchema(route.body) : {}
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: some(Object.keys(properties), (name) =>
        valueFor(name, known),
      ) as Arbitrary<unknown>,
    },
    { weight: 1, arbitrary: anyJson },
  )
  return fc.record({ path, query, headers, body }).map((given) => ({
    method: route.method.toUpperCase(),
    path: `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => given.path[name] ?? '')}${queryOf(given.query)}`,
    headers: { 'content-type': 'application/json', ...sendable(given.headers) },
    ...(route.method !== 'get' && { body: JSON.stringify(given.body) }),
    judge: (answer) => judge(route, answer),
  }))
}

/** An object with some of the names. */
export function some<Value>(
  names: readonly string[],
  value: (name: string) => Arbitrary<Value>,
): Arbitrary<Partial<Record<string, Value>>> {
  return fc.record(Object.fromEntries(names.map((name) => [name, value(name)])), {
    requiredKeys: [],
  })
}

/** A part of a path that stays one. */
function segment(name: string, known: Known): Arbitrary<string> {
  const part = valueFor(name, known).map((value) =>
    encodeURIComponent(String(value).slice(0, LONGEST_VALUE).toWellFormed()),
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
    for (const each of Array.isArray(value) ? value : [value])
      search.append(name, String(each).slice(0, LONGEST_VALUE))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** What HTTP lets into a header. */
function sendable(headers: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, value.replace(/[^\x20-\x7e]/g, '')]),
  )
}

function judge(route: Route, answer: Answer): string | null {
  if (answer.status === route.status) {
    if (!route.response)
      return answer.text === '' ? null : 'It has a body, though none is described.'
    const { error } = route.response.safeParse(parsed(answer.text))
    return error ? `It is not as described: ${error.message}` : null
  }
  // A request that cannot be read at all is refused by whatever reads it.
  const described = [400, ...route.errors.map((code) => httpStatus[code])]
  return described.includes(answer.status as 400)
    ? problemIn(answer)
    : `${route.name} does not describe this status.`
}

/** What keeps an answer from being a problem as it should be. */
export function problemIn({ status, type, text }: Answer): string | null {
  if (type !== 'application/problem+json; charset=utf-8')
    return 'It is no application/problem+json.'
  const { data, error } = Problem.safeParse(parsed(text))
  if (error) return `It is no problem as described: ${error.message}`
  return data.status === status && data.detail.trim() ? null : 'It does not say what is wrong.'
}
