import { expect, test } from 'vitest'
import { accountRoutes } from '#api/rest/account-docs.ts'
import { openApi } from '#api/rest/openapi.ts'
import type { Route } from '#api/rest/route.ts'
import { routes } from '#api/rest/routes.ts'
import { examples, missing, operationsOf } from '#api/test/operations/example-operations.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { subscribe } from '#api/test/servers/event-stream.ts'
import { testServer } from '#api/test/servers/server.ts'
import { testSettings } from '#api/test/servers/settings.ts'
import { demoUser } from '#rules/demo-user.ts'
import { schema } from './schema.ts'

const server = await testServer({ settings: { demoUser: true } })
const { database } = server.services
await seeds(server.services).theDemoUser()
const provider = { clientId: 'good-vibes', clientSecret: 'secret', name: 'Provider' }
/** Has what some routes need. Nothing answers there, which refuses no one. */
const fullServer = await testServer({
  database,
  settings: {
    demoUser: true,
    smtpUrl: 'smtp://127.0.0.1:1',
    oidc: { ...provider, issuer: 'http://127.0.0.1:1' },
  },
})

const roles = ['MEMBER', 'MODERATOR', 'ADMIN'] as const
const DEMO_USER = { [demoUser.header]: '1' }

async function signedIn(role: (typeof roles)[number], isSuspended = false) {
  const browser = server.browser()
  const { id, email } = await browser.signUp()
  const suspendedAt = isSuspended ? new Date() : null
  await database.user.update({ where: { email }, data: { role, suspendedAt } })
  return { browser, headers: {}, id }
}

interface Caller {
  browser: TestBrowser
  headers: Record<string, string>
  /** Whom its requests name as their actor. */
  id: string
}

/** Sends requests as the columns of the table. */
const callers: Record<string, () => Promise<Caller>> = {
  anonymous: async () => ({ browser: server.browser(), headers: {}, id: missing('user') }),
  'demo user': async () => ({ browser: server.browser(), headers: DEMO_USER, id: demoUser.id }),
  member: () => signedIn('MEMBER'),
  'suspended member': () => signedIn('MEMBER', true),
  moderator: () => signedIn('MODERATOR'),
  'suspended moderator': () => signedIn('MODERATOR', true),
  administrator: () => signedIn('ADMIN'),
}

const REFUSALS = ['UNAUTHENTICATED', 'FORBIDDEN']
const KNOWN = [...REFUSALS, 'NOT_FOUND', 'BAD_INPUT', 'CONFLICT']

interface Result {
  data?: Record<string, { userErrors?: { code: string }[] } | null>
  errors?: { message: string; extensions?: { code: string } }[]
}

const codesOf = ({ data, errors = [] }: Result) => [
  ...errors.map(({ message, extensions }) => extensions?.code ?? message),
  ...Object.values(data ?? {}).flatMap((each) => each?.userErrors?.map(({ code }) => code) ?? []),
]

async function graphqlAllows({ browser, headers }: Caller, json: object) {
  const response = await browser.fetch('/graphql', { json, headers })
  const codes = codesOf((await response.json()) as Result)
  expect(codes.filter((code) => !KNOWN.includes(code))).toEqual([])
  return !codes.some((code) => REFUSALS.includes(code))
}

/** A refused subscription answers with an error instead of a stream. */
async function streamAllows(
  { browser, headers }: Caller,
  { query, variables }: { query: string; variables: Record<string, unknown> },
) {
  const stream = await subscribe(browser, { query, variables, headers })
  const codes = stream.response.ok ? [] : codesOf(await stream.next())
  stream.close()
  expect(codes.filter((code) => !KNOWN.includes(code))).toEqual([])
  return !codes.some((code) => REFUSALS.includes(code))
}

const bodies: Record<string, object> = {
  createPost: { content: 'Hello', inReplyToId: missing('post') },
  updateUser: {},
  reportContent: { subjectId: examples.subjectId, reason: 'SPAM' },
  markNotificationsRead: { upToId: missing('notification') },
  sendThanks: { text: 'Hello' },
}

const ROUTE_REFUSALS = ['SIGN_IN_FIRST', 'SUSPENDED', 'MODERATORS_ONLY']

function onFullServer(caller: Caller): Caller {
  const browser = fullServer.browser()
  browser.copyCookies(caller.browser)
  return { ...caller, browser }
}

async function routeAllows({ browser, headers, id }: Caller, route: Route) {
  const { name, method, path } = route
  const subject = name === 'updateUser' ? id : missing('post')
  // The demo user's changes name it in the body.
  const actor = {
    ...(name === 'createPost' && { authorId: id }),
    ...('run' in route && headers === DEMO_USER && { userId: id }),
  }
  const response = await browser.fetch(`/api${path.replaceAll(/\{\w+\}/g, subject)}`, {
    method: method.toUpperCase(),
    headers,
    ...(method !== 'get' && { json: { ...bodies[name], ...actor } }),
  })
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return !ROUTE_REFUSALS.includes(code ?? '')
}

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} /api${path}`

/** The OpenAPI document says the same of anonymous callers and of the demo user. */
function expectDocumentedCredentials(cells: ReadonlyMap<string, readonly boolean[]>) {
  const documented = openApi(routes, testSettings).paths
  for (const route of routes) {
    const [anonymous, demo] = cells.get(nameOf(route)) ?? []
    const { security } = documented[route.path]?.[route.method] ?? {}
    const schemes = JSON.stringify(security)
    expect([nameOf(route), schemes.includes('{}'), /{}|demoUser/.test(schemes)]).toEqual([
      nameOf(route),
      anonymous || (demo && route.method !== 'get' && !route.acceptsDemoUser),
      demo,
    ])
  }
}

test('attack 26: what each role may do is what the reviewed table says', async () => {
  const columns = Object.keys(callers)
  const cells = new Map<string, boolean[]>()
  const accounts = accountRoutes.filter(({ session }) => session)
  const rest = [...routes, ...accounts]
  for (const column of columns) {
    const start = callers[column] ?? callers.anonymous
    if (!start) throw new Error('No caller')
    const caller = await start()
    let own = await start()
    for (const { name, json } of [
      ...operationsOf(schema, 'query'),
      ...operationsOf(schema, 'mutation'),
    ])
      cells.set(name, [...(cells.get(name) ?? []), await graphqlAllows(caller, json)])
    for (const { name, json } of operationsOf(schema, 'subscription'))
      cells.set(name, [...(cells.get(name) ?? []), await streamAllows(caller, json)])
    for (const route of rest) {
      const name = nameOf(route)
      const endsSessions = route.path.startsWith('/auth/') && route.method !== 'get'
      const sender = endsSessions ? own : caller
      const allowed = await routeAllows(route.needs ? onFullServer(sender) : sender, route)
      cells.set(name, [...(cells.get(name) ?? []), allowed])
      if (endsSessions && !(await own.browser.fetch('/api/auth/user')).ok) own = await start()
    }
  }
  expectDocumentedCredentials(cells)
  const row = (name: string, values: readonly string[]) => `| ${[name, ...values].join(' | ')} |`
  const table = [
    '# Who may do what',
    '',
    'Generated by `api/serve/roles.test.ts`: whether an operation refuses a caller. Its subject does not exist, so nothing else refuses.',
    'Members create invitations where `SIGN_UPS` is `invite`.',
    '',
    row('operation', columns),
    row(
      '---',
      columns.map(() => '---'),
    ),
    ...[...cells].map(([name, allowed]) =>
      row(
        `\`${name}\``,
        allowed.map((each) => (each ? 'yes' : '–')),
      ),
    ),
    '',
  ].join('\n')
  await expect(table).toMatchFileSnapshot('../../docs/roles.md')
})
