import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { expressPath } from '#api/http/paths.ts'
import { httpStatus } from '#api/lib/errors.ts'
import { guides } from '#api/rest/guides.ts'
import { describedRoutes } from '#api/rest/routes.ts'
import { testServer } from '#api/test/servers/server.ts'
import * as accountApi from '#rules/account-api.ts'
import { wireHandlers } from './app.ts'

const all: [string, accountApi.AccountRoute][] = Object.entries(accountApi)
const callOf = ({ method, path }: accountApi.AccountRoute) => `${method} ${path}`
/** A row of the REST API. */
const GET_USER = 'GET /api/auth/user'

interface RouterListing {
  listRoutes(): { path: unknown; methods?: string[]; router?: RouterListing }[]
}

function* mounted(listing: RouterListing, prefix = ''): Generator<string> {
  for (const { path, methods = [], router } of listing.listRoutes()) {
    const full = `${prefix}${String(path ?? '')}`.replace(/\/$/, '')
    if (router) yield* mounted(router, full)
    else for (const method of methods) yield `${method.toUpperCase()} ${full}`
  }
}

/** Pages below /api, which are no calls. */
const PAGES = [
  'login',
  'docs',
  'docs.css',
  'page.css',
  'openapi.json',
  ...guides.map(({ path }) => path.slice(1)),
]

test('every call that is mounted is described, and no other', async () => {
  const { services } = await testServer()
  const oidc = { issuer: 'https://id.example.org', clientId: 'a', clientSecret: 'b', name: 'ID' }
  const settings = { ...services.settings, oidc }
  const { app } = await wireHandlers({ ...services, settings }, 'no-client')
  const calls = [...mounted(app.router as unknown as RouterListing)]
  // The sign-in page also takes its own form.
  const pages = [...PAGES.map((page) => `GET /api/${page}`), 'POST /api/login']
  const rest = calls.filter((call) => /^(?!HEAD)[A-Z]+ \/api\//.test(call) && !pages.includes(call))
  const expected = describedRoutes.map(
    ({ method, path }) => `${method.toUpperCase()} /api${expressPath(path)}`,
  )
  expect(rest.toSorted()).toEqual(expected.toSorted())
})

/** The cells of the tables' rows by call. Rows of the same call add up. */
function documented(): Map<string, { body: string; response: string }> {
  const text = readFileSync(new URL('../../docs/accounts.md', import.meta.url), 'utf8')
  const rows = new Map<string, { body: string; response: string }>()
  let above = { body: '', response: '' }
  for (const line of text.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim())
    const [calls = '', body = '', response = body] = cells.slice(1, -1)
    const names = [...calls.matchAll(/`((?:GET|POST|PATCH|DELETE) \/api\/[^`?]+)/g)]
    for (const [, call = ''] of names) {
      const earlier = rows.get(call)
      const refersUp = /as above/.test(body + response)
      const row = {
        body: [refersUp && above.body, earlier?.body, body].filter(Boolean).join(' '),
        response: [refersUp && above.response, earlier?.response, response]
          .filter(Boolean)
          .join(' '),
      }
      rows.set(call, row)
      above = row
    }
  }
  return rows
}

const rows = documented()

test('docs/accounts.md has every account route, and no other', () => {
  expect([...rows.keys()].toSorted()).toEqual(
    [...all.map(([, route]) => callOf(route)), GET_USER].toSorted(),
  )
})

/** The fields of an object, of the items of a list, or of each alternative. */
function fieldsOf(schema: z.core.$ZodType | undefined, io: 'input' | 'output'): string[] {
  interface Json {
    properties?: object
    items?: Json
    anyOf?: Json[]
    additionalProperties?: unknown
  }
  const read = ({ properties = {}, items, anyOf = [], additionalProperties }: Json): string[] => [
    // What WebAuthn defines is not listed.
    ...(io === 'output' && typeof additionalProperties === 'object' ? [] : Object.keys(properties)),
    ...(items ? read(items) : []),
    ...anyOf.flatMap(read),
  ]
  return schema ? read(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json) : []
}

test.each(all)('docs/accounts.md describes %s', (_name, route) => {
  const { body = '', response = '' } = rows.get(callOf(route)) ?? {}
  for (const field of fieldsOf(route.request, 'input'))
    expect(body).toMatch(new RegExp(`\\b${field}\\b`))
  for (const field of fieldsOf(route.response, 'output'))
    expect(response).toMatch(new RegExp(`\\b${field}\\b`))
  if (route.status === 302) return
  const statuses = [...response.matchAll(/\b[1-5]\d\d\b/g)].map(([status]) => Number(status))
  const possible = [
    route.status,
    route.otherStatus,
    ...route.errors.map((code) => httpStatus[code]),
  ]
  expect(statuses).toContain(route.status)
  for (const status of statuses) expect(possible).toContain(status)
})
